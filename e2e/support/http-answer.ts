import { request, type Agent, type IncomingHttpHeaders } from 'node:http';

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  readonly agent?: Agent | undefined;
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** There was no whole answer: the connection failed or broke off, or the time was over. */
export class NoAnswer extends Error {}

/** One request by Node's own client: suites send tens of thousands, and others take three times its processor time. */
export function answerTo(url: string, { method, headers, body, agent, timeoutMs }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    // A body with any method: Node itself announces none with GET and DELETE.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { method, headers: { ...headers, ...length }, ...(agent !== undefined && { agent }) });
    const overdue = setTimeout(() => {
      sent.destroy(new Error(`No answer within ${timeoutMs} ms`));
    }, timeoutMs);
    const fail = (error: Error): void => {
      clearTimeout(overdue);
      reject(new NoAnswer(`${method} ${url}: ${error.message}`, { cause: error }));
    };
    sent.once('error', fail);
    sent.once('response', (response) => {
      // Decoded at once: part by part takes three times as long.
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', fail);
      response.once('end', () => {
        clearTimeout(overdue);
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.end(body);
  });
}
