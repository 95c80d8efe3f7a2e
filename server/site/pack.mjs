// Packs the site's folder: copies the public files, minifies nothing, writes a brotli and a gzip twin of each text file.
import { constants, brotliCompressSync, gzipSync } from "node:zlib";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [site] = process.argv.slice(2);
if (!site) throw new Error("usage: node server/site/pack.mjs SITE");
mkdirSync(site, { recursive: true });
const root = new URL("../..", import.meta.url).pathname;
const copies = { "server/site/boot.js": "boot.js", "server/site/recent.js": "recent.js", "server/site/keys.js": "keys.js", "server/site/ticks.js": "ticks.js", "server/site/guides.js": "guides.js" };
for (const name of readdirSync(join(root, "public"))) {
  const from = join("public", name);
  if (statSync(join(root, from)).isFile() && name !== "logo-inline.svg") copies[from] = name;
}
const fonts = join(root, "public/fonts");
if (existsSync(fonts)) for (const name of readdirSync(fonts)) if (name.endsWith(".woff2")) copies[`public/fonts/${name}`] = name;
for (const [from, to] of Object.entries(copies)) copyIfChanged(join(root, from), join(site, to));

// An unchanged file keeps its time, so that nothing is compiled or packed again for it.
function copyIfChanged(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  copyFileSync(from, to);
}

for (const name of readdirSync(site)) {
  const file = join(site, name);
  if (!/\.(js|css|wasm|svg|txt)$/.test(name)) continue;
  const twins = { [`${file}.br`]: pack_br, [`${file}.gz`]: (bytes) => gzipSync(bytes, { level: 9 }) };
  for (const [twin, pack] of Object.entries(twins)) {
    if (existsSync(twin) && statSync(twin).mtimeMs >= statSync(file).mtimeMs) continue;
    writeFileSync(twin, pack(readFileSync(file)));
  }
}
for (const name of readdirSync(site)) {
  if (/\.(br|gz)$/.test(name) && !existsSync(join(site, name.slice(0, -3)))) rmSync(join(site, name));
}

function pack_br(bytes) {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
