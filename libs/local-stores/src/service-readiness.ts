import { converse } from './stores/converse.ts';

/** True if the service on this internal port reports that it is ready. Asked often while services start, so it is cheap. */
export async function isServiceReady(internalPort: number): Promise<boolean> {
  const answer = await converse(internalPort, 'GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  return answer?.startsWith('HTTP/1.1 200 ') === true;
}
