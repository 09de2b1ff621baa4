import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString(); // the raw bytes, before any JSON parser
  try {
    const event = webhook.verify(body, request.headers); // throws unless we sent it, within 5 minutes
    response.writeHead(204).end(); // answer first, work later; the same event.id may come again
    console.log(event.type, event.id);
  } catch {
    response.writeHead(401).end();
  }
}).listen(process.env.PORT ?? 3000);
