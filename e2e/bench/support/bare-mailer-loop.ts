import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';

/** The yardstick, as a separate process: nodemailer only sends the same bytes repeatedly. */
const [url = '', file = '', count = '0', connections = '1'] = process.argv.slice(2);
const raw = readFileSync(file, 'utf8');
const envelope = { from: 'alerts@vedette.test', to: ['ops@example.com'] };
const { hostname: host, port } = new URL(url);
const mailer = createTransport({ host, port: Number(port), pool: true, maxConnections: Number(connections) });

let left = Number(count);
async function send(): Promise<void> {
  while (left > 0) {
    left -= 1;
    await mailer.sendMail({ raw, envelope });
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, send));
process.stdout.write(`${(Number(count) * 1_000) / (performance.now() - startedAt)}\n`);
mailer.close();
