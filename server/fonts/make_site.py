#!/usr/bin/env python3
"""Makes the one font that visitors fetch, public/zuka-sans.woff2; see public/zuka-sans.txt.

usage: make_site.py                        needs fonttools and brotli
"""
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
UNCUT = HERE / "source-sans-3-latin-wght-normal.woff2"
CUT = ROOT / "public/zuka-sans.woff2"
# The style sheet asks for 400 to 650.
WEIGHTS = (400, 400, 650)


def wanted() -> set[int]:
    """ASCII, and each further character of the font that a text or a row of the catalogue really has."""
    texts = [*ROOT.glob("app/locales/*/*.json"), *ROOT.glob("server/catalogue/*.csv"), *ROOT.glob("app/src/**/*.rs")]
    used = {ord(char) for text in texts for char in text.read_text("utf-8")}
    return set(range(0x20, 0x7F)) | used | {0xA0, 0x2212}


def main() -> None:
    font = TTFont(UNCUT)
    options = subset.Options(layout_features=["kern"], hinting=False, glyph_names=False, notdef_outline=True,
                             name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], name_languages=[0x409], drop_tables=["BASE", "MVAR", "prep", "gasp"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted())
    cutter.subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": WEIGHTS})
    # A changed font may not carry the reserved name.
    names = font["name"]
    for number, text in {1: "Zuka Sans", 2: "Regular", 3: "Zuka Sans Variable", 4: "Zuka Sans", 6: "ZukaSans"}.items():
        names.setName(text, number, 3, 1, 0x409)
    names.names = [n for n in names.names if n.platformID == 3 and n.nameID not in (16, 17, 21, 22, 25)]
    font.flavor = "woff2"
    font.recalcTimestamp = False
    font.save(CUT)
    codes = sorted(font.getBestCmap())
    beyond = " ".join(f"U+{code:04X}" for code in codes if code > 0x7E)
    print(CUT.name, CUT.stat().st_size, "bytes;", len(codes), "characters; beyond ASCII:", beyond)


main()
