// Joins style/main.css into zuka.css, and the sheets that only some pages need each into its own: `node style/build.mjs FOLDER`.
// They hold nothing but @import lines; each becomes the text of its partial,
// wrapped in its layer. Comments and needless blanks go; everything else stays as written.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const IMPORT = /^@import\s+url\("([^"]+)"\)(?:\s+layer\(([\w-]+)\))?;$/;

function fail(message) {
  console.error(`style: ${message}`);
  process.exit(1);
}

// Cuts css into strings, kept as they are, and the text between them. Comments are
// dropped here, because a quote in a comment is not the start of a string, nor is a
// comment mark in a string the start of a comment. An unquoted url is kept like a string.
function pieces(css, name) {
  const token = /\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|url\(\s*[^"'\s)][^)]*\)/g;
  const found = [];
  let last = 0;
  for (const match of css.matchAll(token)) {
    found.push({ text: css.slice(last, match.index) });
    found.push(match[0].startsWith("/*") ? { text: " " } : { kept: match[0] });
    last = match.index + match[0].length;
  }
  found.push({ text: css.slice(last) });
  for (const { text } of found) {
    if (text && /["']|\/\*|\*\//.test(text)) fail(`${name}: an open string or comment`);
  }
  return found;
}

// Blanks mean something in selectors (`.a .b`, `a :hover`) and in values (`1px + 2px`),
// so only those are removed that stand beside a brace, a semicolon or a comma, or after
// the colon of a declaration, which is told from a selector's by what precedes it.
function squeeze(css, name) {
  const kept = [];
  let text = pieces(css, name)
    .map((piece) => (piece.kept ? `\u0000${kept.push(piece.kept) - 1}\u0000` : piece.text))
    .join("")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/([{;])([\w-]+): /g, "$1$2:")
    .replace(/;}/g, "}")
    .trim();
  const opened = text.split("{").length;
  const closed = text.split("}").length;
  if (opened !== closed) fail(`${name}: ${opened - 1} opening braces, ${closed - 1} closing`);
  return text.replace(/\u0000(\d+)\u0000/g, (_, index) => kept[index]);
}

function partials(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return partials(path);
    return entry.name.startsWith("_") && entry.name.endsWith(".css") ? [path] : [];
  });
}

const folder = process.argv[2];
if (!folder) fail("say where to write: node style/build.mjs FOLDER");
mkdirSync(folder, { recursive: true });

// A page loads main.css and one sheet of its own: none of what it loads may hold a partial twice.
const used = new Set();
const everywhere = new Set();
function sheet(entry) {
  const here = new Set(everywhere);
  return readFileSync(join(root, entry), "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line)
    .map((line) => {
      const [, name, layer] = IMPORT.exec(line) ?? fail(`${entry}: not an @import line: ${line}`);
      const path = join(root, name);
      if (!existsSync(path)) fail(`${entry} names ${name}, which does not exist`);
      if (here.has(path)) fail(`${entry}: ${name} is loaded already`);
      here.add(path);
      used.add(path);
      if (entry === "main.css") everywhere.add(path);
      const css = squeeze(readFileSync(path, "utf8"), name);
      return layer ? `@layer ${layer}{${css}}` : css;
    });
}

// The site keeps a file's time while its content stays, so that nothing is compiled anew for it.
const SHEETS = ["plan.css", "size.css", "check.css", "gpu.css", "guide.css", "rules.css", "keeping.css", "print.css"];
for (const [entry, name] of [["main.css", "zuka.css"], ...SHEETS.map((name) => [name, name])]) {
  const path = join(folder, name);
  const text = `${sheet(entry).join("\n")}\n`;
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

for (const path of partials(root)) {
  if (!used.has(path)) fail(`${relative(root, path)} is in no @import line of a sheet`);
}
