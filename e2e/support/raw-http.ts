import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes as they are, or in several packets, and reads the first answer until the connection or the body ends. */
export async function sendRaw(url: string, bytes: string | Buffer | readonly string[]): Promise<RawResponse> {
  const [response] = await sendRawAll(url, bytes, 1);
  if (response === undefined) throw new Error('There was no answer');
  return response;
}

/** The same for several requests on one connection. */
export function sendRawAll(
  url: string,
  bytes: string | Buffer | readonly string[],
  count: number,
  timeoutMs = 20_000,
): Promise<RawResponse[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    socket.on('connect', () => void writeAll(socket, Array.isArray(bytes) ? bytes : [bytes]));
    const chunks: Buffer[] = [];
    const answers = (): RawResponse[] => parseAll(Buffer.concat(chunks));
    const finish = (): void => {
      socket.destroy();
      if (answers().length >= count) resolve(answers());
      else reject(new Error(`No answer: ${Buffer.concat(chunks).toString('utf8')}`));
    };
    socket.setTimeout(timeoutMs, finish);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (answers().length >= count) finish();
    });
    socket.on('close', finish);
    socket.on('error', (error) => {
      if (chunks.length === 0) reject(error);
    });
  });
}

/** A packet goes out before the next one is written, so that the receiver may read them apart. */
async function writeAll(socket: Socket, packets: readonly (string | Buffer)[]): Promise<void> {
  for (const packet of packets) {
    await new Promise((resolve) => socket.write(packet, resolve));
    await setImmediate();
  }
}

function parseAll(bytes: Buffer): RawResponse[] {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const [statusLine = '', ...lines] = bytes.toString('utf8', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const bodyEnd = end + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < bodyEnd) return [];
  const response = {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: bytes.toString('utf8', end + 4, bodyEnd),
  };
  return [response, ...parseAll(bytes.subarray(bodyEnd))];
}
