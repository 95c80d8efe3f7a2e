// The release binary on one database, with what the system says of its process: time of the processors, memory.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { NOW } from '../../fixtures/site.mjs';

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Seconds of processor time that the process has taken, its own and the system's for it. */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** Resident memory now and the most so far, MiB. */
export function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name) => Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))[1]) / 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** Starts the binary; gives `{ url, pid, stop, coldMs, coldCpuMs }`, cold being from nothing to the first page. */
export async function serve(binary, database, path = '/') {
  const began = performance.now();
  const child = spawn(binary, ['--addr', '127.0.0.1:0', '--database-url', `sqlite://${database}`], {
    env: { ...process.env, ZUKA_NOW: NOW, ZUKA_LOG: 'warn', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  const url = await new Promise((found, failed) => {
    let said = '';
    const read = (data) => {
      said += data;
      const match = said.match(/ready at (http:\/\/[^\s/]+)\/\s/);
      if (match) found(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (status) => failed(new Error(`the server ended with ${status}:\n${said}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const first = await fetch(url + path);
  await first.text();
  if (!first.ok) throw new Error(`the first page answered ${first.status}`);
  return { url, pid: child.pid, stop, coldMs: performance.now() - began, coldCpuMs: cpuSeconds(child.pid) * 1000 };
}
