#!/usr/bin/env python3
"""Makes the fonts that pictures of plans are drawn with; see README.md beside this file.

usage: make.py NotoSansCJK-Bold.ttc        needs fonttools and brotli
"""
import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# ASCII, Latin-1, general punctuation, currency signs, arrows, signs of arithmetic, CJK and full-width punctuation.
RANGES = [(0x20, 0x7E), (0xA0, 0xFF), (0x2010, 0x2027), (0x2030, 0x205E), (0x20A0, 0x20BF), (0x2103, 0x2122),
          (0x2190, 0x2199), (0x2212, 0x2215), (0x2248, 0x2265), (0x3000, 0x301F), (0xFF01, 0xFF5E), (0xFFE0, 0xFFE6)]
SEMIBOLD = 650


def wanted() -> set[int]:
    codes = {code for first, last in RANGES for code in range(first, last + 1)}
    # GB 2312: the 6,763 characters of both levels, rows 16 to 87.
    for row in range(16, 88):
        for cell in range(1, 95):
            try:
                codes.add(ord(bytes([0xA0 + row, 0xA0 + cell]).decode("gb2312")))
            except UnicodeDecodeError:
                pass
    texts = [*ROOT.glob("app/locales/*/*.json"), *ROOT.glob("server/catalogue/*.csv")]
    codes |= {ord(char) for text in texts for char in text.read_text("utf-8") if char > " "}
    return codes


def cut(font: TTFont, codes: set[int]) -> TTFont:
    options = subset.Options(layout_features=["kern"], hinting=False, glyph_names=False, notdef_outline=True,
                             name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], name_languages=[0x409], drop_tables=["vhea", "vmtx", "VORG", "BASE"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    return font


def rename(font: TTFont, family: str, style: str, weight: int) -> None:
    """A changed font may not carry a reserved name."""
    names = font["name"]
    full = f"{family} {style}"
    for number, text in {1: family, 2: style, 3: full, 4: full, 6: full.replace(" ", "")}.items():
        names.setName(text, number, 3, 1, 0x409)
    names.names = [n for n in names.names if n.platformID == 3 and n.nameID not in (16, 17, 21, 22, 25)]
    font["OS/2"].usWeightClass = weight
    if "CFF " in font:
        top = font["CFF "].cff
        top.fontNames = [full.replace(" ", "")]
        for field, text in {"FullName": full, "FamilyName": family}.items():
            setattr(top.topDictIndex[0], field, text)


def save(font: TTFont, name: str) -> None:
    font.flavor = None
    font.recalcTimestamp = False
    font.save(HERE / name)
    print(name, (HERE / name).stat().st_size)


def main() -> None:
    codes = wanted()
    collection = TTCollection(sys.argv[1])
    chinese = next(f for f in collection if f["name"].getDebugName(1) == "Noto Sans CJK SC")
    buffer = io.BytesIO()
    chinese.save(buffer)
    buffer.seek(0)
    font = cut(TTFont(buffer), codes)
    rename(font, "Zuka Hans", "Bold", 700)
    save(font, "zuka-hans-bold.otf")
    latin = HERE / "source-sans-3-latin-wght-normal.woff2"
    for style, weight in {"Regular": 400, "SemiBold": SEMIBOLD}.items():
        font = instancer.instantiateVariableFont(TTFont(latin), {"wght": weight})
        rename(font, "Zuka Latin", style, 400 if weight == 400 else 600)
        save(font, f"zuka-latin-{style.lower()}.ttf")


main()
