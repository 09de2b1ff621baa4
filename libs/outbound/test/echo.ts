import type { IncomingHttpHeaders, RequestListener } from 'node:http';

/** Answers with the bytes that it receives. */
export const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString('base64') }));
  });
};

export interface Echo {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const echoOf = (body: Buffer): Echo => JSON.parse(body.toString()) as Echo;
