import { readFileSync } from 'node:fs';
import express from 'express';

/** The yardstick, as a separate process: Express without an etag, which only sends the same bytes. */
const [bytesFile = '', port = '0'] = process.argv.slice(2);
const bytes = readFileSync(bytesFile);
const app = express();
app.disable('etag');
app.disable('x-powered-by');
app.get('/', (_request, response) => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.send(bytes);
});
app.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
