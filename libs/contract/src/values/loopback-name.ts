// Decides which host names are the machine itself, so that plain http to them is as safe as https.

const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Takes the host name as `URL` writes it. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
