import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import got from 'got';
import { Agent as UndiciAgent, request as undiciRequest } from 'undici';

/** A bare loop, as a process of its own: requests with new connections, the body read, and nothing else. */
const [engine = '', address = '', certFile = '', concurrency = '50', seconds = '5'] = process.argv.slice(2);
const url = new URL(address);
const ca = readFileSync(certFile, 'utf8');

interface Phases {
  readonly connect: number;
  readonly tls: number;
  readonly firstByte: number;
  readonly total: number;
}

/** The yardstick: node's own client as well as it can be used, with a time for each phase. */
function nodeLoop(): () => Promise<Phases> {
  const ecdhCurve = 'X25519:P-256:P-384';
  const isHttps = url.protocol === 'https:';
  const agent = isHttps
    ? new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 })
    : new HttpAgent({ keepAlive: false });
  const send = isHttps ? httpsRequest : httpRequest;
  const secureContext = createSecureContext({ ecdhCurve, ca });
  const options = { host: url.hostname, port: url.port, path: '/', agent, secureContext, ecdhCurve };
  return () =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      let connectedAt = 0;
      let securedAt = 0;
      const request = send({ ...options, timeout: 10_000, headers: { 'user-agent': 'bench', accept: '*/*' } });
      request.once('socket', (socket) => {
        socket.once('connect', () => {
          connectedAt = performance.now();
        });
        socket.once('secureConnect', () => {
          securedAt = performance.now();
        });
      });
      request.once('response', (response) => {
        const firstByteAt = performance.now();
        response.on('data', () => {});
        response.once('error', reject);
        response.once('end', () => {
          const tls = isHttps ? securedAt - connectedAt : 0;
          const total = performance.now() - startedAt;
          resolve({ connect: connectedAt - startedAt, tls, firstByte: firstByteAt - startedAt, total });
        });
      });
      request.once('error', reject);
      request.end();
    });
}

function gotLoop(): () => Promise<unknown> {
  const agent = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) };
  const client = got.extend({
    agent,
    retry: { limit: 0 },
    timeout: { request: 10_000 },
    https: { certificateAuthority: ca },
    responseType: 'buffer',
  });
  return async () => (await client(url)).timings?.phases;
}

function undiciLoop(): () => Promise<unknown> {
  const dispatcher = new UndiciAgent({ connect: { ca }, bodyTimeout: 10_000, headersTimeout: 10_000 });
  return async () => {
    const { body } = await undiciRequest(url, { dispatcher, reset: true });
    return body.arrayBuffer();
  };
}

const engines: Readonly<Record<string, () => () => Promise<unknown>>> = {
  node: nodeLoop,
  got: gotLoop,
  undici: undiciLoop,
};
const makeLoop = engines[engine];
if (makeLoop === undefined) throw new Error(`There is no engine ${engine}`);
const run = makeLoop();

async function loopFor(ms: number): Promise<{ checks: number; ms: number; cpuMs: number }> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  let checks = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - startedAt < ms) {
      await run();
      checks += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, worker));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { checks, ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
}

await loopFor(1_500);
process.stdout.write(`${JSON.stringify(await loopFor(Number(seconds) * 1000))}\n`);
process.exit(0);
