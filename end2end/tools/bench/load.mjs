// A bounded load: a fixed list of addresses, each asked once, by a fixed number of connections that wait for their answer.
import { Agent, get } from 'node:http';

const CONNECTIONS = 16;

function ask(agent, url, headers) {
  return new Promise((done, failed) => {
    const began = performance.now();
    get(url, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part) => (bytes += part.length));
      answer.on('end', () => {
        if (answer.statusCode === 200) done({ ms: performance.now() - began, bytes });
        else failed(new Error(`${url} answered ${answer.statusCode}`));
      });
    }).on('error', failed);
  });
}

/** Asks for every address; gives the time of each, milliseconds, and the mean of their bytes. */
export async function load(addresses, headers = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const waiting = [...addresses];
  const answers = [];
  const hand = async () => {
    for (let url = waiting.shift(); url; url = waiting.shift()) answers.push(await ask(agent, url, headers));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, hand));
  agent.destroy();
  return { times: answers.map((a) => a.ms), bytes: answers.reduce((sum, a) => sum + a.bytes, 0) / answers.length };
}

/** The value below which `share` of the values lie. */
export const at = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];
