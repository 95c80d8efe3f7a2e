// What users of such tools complained of, and the test that holds each line: `behaviours.tsv` names them, a test says
// which it holds by the number in its name (`b64_…` in Rust, `B64 …` in a browser test). Runs those tests and prints
// number, what is held, test and result; fails when a line has no test or a test fails.
// Usage: node end2end/tools/behaviours.mjs, after `cargo build -p server`
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

const lines = readFileSync(join(ROOT, 'end2end/behaviours.tsv'), 'utf8').trim().split('\n').slice(1);
const behaviours = lines.map((line) => {
  const [number, section, thread, held] = line.split('\t');
  return { number, section, thread, held, tests: [] };
});

function run(command, args, folder) {
  return spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
}

/** Notes a test under every number in its name. */
function note(name, isPassed) {
  for (const [, digits] of name.matchAll(/\bb(\d{2})(?=_|\b)/gi)) {
    behaviours.find(({ number }) => number === `B${digits}`)?.tests.push({ name, isPassed });
  }
}

function rust() {
  const filters = behaviours.map(({ number }) => `${number.toLowerCase()}_`);
  const { stdout, stderr, status } = run('cargo', ['test', '--workspace', '--no-fail-fast', '--', ...filters], ROOT);
  const found = [...stdout.matchAll(/^test (\S+) \.\.\. (\w+)$/gm)];
  if (status !== 0 && found.length === 0) throw new Error(`cargo test said:\n${stderr.slice(-2000)}`);
  // A name's numbers stand one after the other: b14_b15_… holds both.
  for (const [, name, result] of found) note(name.replaceAll(/(?<=b\d{2})_(?=b\d{2}_)/g, ' '), result === 'ok');
}

function browser() {
  const { stdout, stderr } = run('npx', ['playwright', 'test', '-g', '\\bB\\d\\d\\b', '--reporter=json'], join(ROOT, 'end2end'));
  let report;
  try {
    report = JSON.parse(stdout.slice(stdout.indexOf('{')));
  } catch {
    throw new Error(`playwright said:\n${(stderr || stdout).slice(-2000)}`);
  }
  const walk = ({ suites = [], specs = [] }) => {
    for (const { title, ok } of specs) note(title, ok);
    suites.forEach(walk);
  };
  walk(report);
}

rust();
browser();
let bad = 0;
let section = '';
for (const behaviour of behaviours) {
  if (behaviour.section !== section) console.log(`\n${(section = behaviour.section)}`);
  console.log(`${behaviour.number}  ${behaviour.held}`);
  const names = new Map();
  for (const { name, isPassed } of behaviour.tests) names.set(name, (names.get(name) ?? true) && isPassed);
  for (const [name, isPassed] of names) console.log(`     ${isPassed ? 'pass' : 'FAIL'}  ${name}`);
  const isHeld = names.size > 0 && [...names.values()].every(Boolean);
  if (names.size === 0) console.log('     NO TEST');
  bad += isHeld ? 0 : 1;
}
console.log(`\nbehaviours held: ${behaviours.length - bad} passed, ${bad} failed`);
process.exit(bad === 0 ? 0 : 1);
