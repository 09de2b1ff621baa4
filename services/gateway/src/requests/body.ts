import type { IncomingMessage } from 'node:http';
import { RequestAborted } from '../http/exchange.ts';

export type Body = { ok: true; value: unknown } | { ok: false; message: string };

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON body, or says in one sentence why it is invalid. The schema decides whether a body may be absent. `hold`
 * counts the bytes as they come, and says whether there is room for them.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  hold: (bytes: number) => boolean,
): Promise<Body | 'no room'> {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') {
    return { ok: true, value: undefined };
  }
  if (headers['content-encoding'] !== undefined) return refused('body must not be sent with a Content-Encoding');
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    return refused('body must be sent as Content-Type: application/json, in UTF-8');
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) return tooLarge(maxBytes);
  const bytes = await readBytes(request, maxBytes, hold);
  if (bytes === 'no room') return bytes;
  if (bytes === undefined) return tooLarge(maxBytes);
  if (bytes.length === 0) return { ok: true, value: undefined };
  return parse(bytes);
}

function parse(bytes: Buffer): Body {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return refused('body is not valid UTF-8');
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refused('body is not valid JSON');
  }
}

function refused(message: string): Body {
  return { ok: false, message };
}

function tooLarge(maxBytes: number): Body {
  return refused(`body must be at most ${maxBytes} bytes long`);
}

/** All bytes, or undefined when the body is too large. Of that, or where there is no room, the rest stays unread. */
function readBytes(
  request: IncomingMessage,
  maxBytes: number,
  hold: (bytes: number) => boolean,
): Promise<Buffer | 'no room' | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      const isTooLarge = length > maxBytes;
      if (isTooLarge || !hold(chunk.length)) {
        request.pause();
        settle(() => resolve(isTooLarge ? undefined : 'no room'));
        return;
      }
      chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)));
    const onGone = (): void => settle(() => reject(new RequestAborted()));
    const settle = (finish: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      // A late error on a request that is already answered must not end the process.
      request.on('error', () => undefined);
      finish();
    };
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}
