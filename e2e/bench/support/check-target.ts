import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';

/** The target, as a separate process: 1 KB over HTTP and HTTPS; `/hold` answers only when the benchmark tells it to. */
const [keyFile = '', certFile = '', httpPort = '0', httpsPort = '0'] = process.argv.slice(2);
const body = Buffer.alloc(1024, 'x');
let held = 0;

const answer: RequestListener = (request, response) => {
  if (request.url === '/held') {
    response.end(String(held));
  } else if (request.url === '/hold') {
    held += 1;
    response.on('close', () => {
      held -= 1;
    });
  } else {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': body.length }).end(body);
  }
};

const listen = { host: '127.0.0.1', backlog: 8192 };
const pair = { key: readFileSync(keyFile), cert: readFileSync(certFile) };
createHttpServer(answer).listen({ ...listen, port: Number(httpPort) }, () => {
  createHttpsServer(pair, answer).listen({ ...listen, port: Number(httpsPort) }, () => {
    process.stdout.write('listening\n');
  });
});
