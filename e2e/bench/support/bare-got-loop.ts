import { readFileSync } from 'node:fs';
import got from 'got';

/** The yardstick, as a separate process: got only posts the same signed bytes repeatedly. */
interface Sent {
  readonly headers: Record<string, string>;
  readonly body: string;
}

const [url = '', file = '', count = '0', concurrency = '1'] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(file, 'utf8')) as Sent;
const { host: _host, connection: _connection, 'content-length': _length, ...signed } = headers;

let left = Number(count);
async function post(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const { statusCode } = await got.post(url, { headers: signed, body, retry: { limit: 0 } });
    if (statusCode !== 200) throw new Error(`The receiver answered ${statusCode}`);
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, post));
process.stdout.write(`${(Number(count) * 1_000) / (performance.now() - startedAt)}\n`);
