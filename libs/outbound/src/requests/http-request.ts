import { request, type ClientRequest, type OutgoingHttpHeaders } from 'node:http';
import type { Connection } from '../connections/connect.ts';
import type { Deadline } from '../deadline.ts';
import { paceRequest } from '../connections/paced-reading.ts';
import { targetOf } from './target-url.ts';

/** Four times Node's default: the cookies and policies of some sites exceed the default, and browsers accept them. */
export const MAX_HEADER_SIZE = 65_536;

export interface HttpRequestOptions {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
}

/**
 * An HTTP/1.1 request over a connection of `connectUrl`. The connection serves only this request; there is no agent.
 * The deadline destroys the request; call `end()` to send it. Throws on a method or header that cannot be sent.
 */
export function requestOver(
  connection: Connection,
  url: URL,
  options: HttpRequestOptions,
  deadline: Deadline,
): ClientRequest {
  const { host, port } = targetOf(url);
  try {
    const sent = request({
      createConnection: () => connection.socket,
      host,
      port,
      path: `${url.pathname}${url.search}`,
      method: options.method ?? 'GET',
      // `url.host` omits the scheme's default port. Node would write `:443`, since it does not know that this is https.
      headers: { host: url.host, ...options.headers },
      maxHeaderSize: MAX_HEADER_SIZE,
    });
    paceRequest(sent, deadline);
    const release = deadline.onEnd(() => sent.destroy(new Error('The deadline ended')));
    sent.once('close', release);
    return sent;
  } catch (error) {
    connection.socket.destroy();
    throw error;
  }
}
