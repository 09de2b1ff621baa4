import { createServer } from 'node:http';

/**
 * A receiver as a process of its own: answers 200 and notes when each event came. `GET /arrivals` tells what has come since
 * it was last asked, `GET /count` how much that is, `GET /last` what a delivery looks like.
 */
interface Arrival {
  readonly id: string;
  readonly happenedAt: number;
  readonly arrivedAt: number;
}

let arrivals: Arrival[] = [];
let last = {};

const now = (): number => performance.timeOrigin + performance.now();

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const answer = request.url === '/count' ? arrivals.length : request.url === '/last' ? last : arrivals;
    if (request.url === '/arrivals') arrivals = [];
    response.end(JSON.stringify(answer));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const arrivedAt = now();
    response.end();
    const body = Buffer.concat(chunks).toString('utf8');
    const { id, timestamp } = JSON.parse(body) as { id: string; timestamp: string };
    arrivals.push({ id, happenedAt: Date.parse(timestamp), arrivedAt });
    last = { headers: request.headers, body };
  });
});

server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('listening\n'));
