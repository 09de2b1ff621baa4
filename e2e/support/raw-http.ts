import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes as they are, and reads the first answer until the connection or the body ends. */
export function sendRaw(url: string, bytes: string | Buffer, timeoutMs = 20_000): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    const finish = (): void => {
      socket.destroy();
      const response = parse(Buffer.concat(chunks).toString('utf8'));
      if (response === undefined) reject(new Error(`No answer: ${Buffer.concat(chunks).toString('utf8')}`));
      else resolve(response);
    };
    socket.setTimeout(timeoutMs, finish);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const response = parse(Buffer.concat(chunks).toString('utf8'));
      if (response !== undefined && Buffer.byteLength(response.body) >= Number(response.headers['content-length']))
        finish();
    });
    socket.on('close', finish);
    socket.on('error', (error) => {
      if (chunks.length === 0) reject(error);
    });
  });
}

function parse(text: string): RawResponse | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(end + 4) };
}
