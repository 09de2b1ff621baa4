import type { IncomingMessage, RequestListener } from 'node:http';

/** A request as a target received it. */
export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Notes each request with its body before it is answered. */
export const recording =
  (seen: Seen[], answer: RequestListener): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  };
export const ok: RequestListener = (_request, response) => response.end('welcome');
