import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';

/**
 * A mail server as a process of its own: takes every mail and notes when it accepted it. On the second port, `GET
 * /arrivals` tells what has come since it was last asked, `GET /count` how much that is, `GET /last` the last mail.
 */
interface Arrival {
  /** The incident that the mail is about; empty if there is none. */
  readonly incidentId: string;
  readonly arrivedAt: number;
}

let arrivals: Arrival[] = [];
let last = '';

const END_OF_DATA = '\r\n.\r\n';

function accept(mail: string): void {
  last = mail;
  const incidentId = /inc_[0-9a-z]{26}/.exec(mail)?.[0] ?? '';
  arrivals.push({ incidentId, arrivedAt: performance.timeOrigin + performance.now() });
}

function serve(socket: Socket): void {
  let unread = '';
  let isMail = false;
  const answer = (line: string): void => void socket.write(`${line}\r\n`);
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    isMail = verb === 'DATA';
    answer(isMail ? '354 Go on' : verb === 'QUIT' ? '221 Bye' : '250 OK');
  };
  const next = (): boolean => {
    const end = unread.indexOf(isMail ? END_OF_DATA : '\r\n');
    if (end === -1) return false;
    const part = unread.slice(0, end);
    unread = unread.slice(end + (isMail ? END_OF_DATA.length : 2));
    if (!isMail) {
      command(part);
      return true;
    }
    isMail = false;
    accept(part);
    answer('250 Accepted');
    return true;
  };
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    unread += chunk.toString('latin1');
    while (next());
  });
  answer('220 bench');
}

const [mailPort, httpPort] = process.argv.slice(2).map(Number);
createServer(serve).listen(mailPort, '127.0.0.1', () => {
  createHttpServer((request, response) => {
    const answer = request.url === '/count' ? arrivals.length : request.url === '/last' ? last : arrivals;
    if (request.url === '/arrivals') arrivals = [];
    response.end(JSON.stringify(answer));
  }).listen(httpPort, '127.0.0.1', () => process.stdout.write('listening\n'));
});
