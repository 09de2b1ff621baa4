// Decides which host names are the machine itself, so that plain http to them is as safe as https.

const LOCALHOST = /^(?:[a-z0-9-]+\.)*localhost$/;
const LOOPBACK_IPV4 = /^127(?:\.\d{1,3}){3}$/;
const LOOPBACK_IPV6 = '[::1]';

/** Takes the host name as `URL` writes it. */
export function isLoopbackName(hostname: string): boolean {
  return LOCALHOST.test(hostname) || LOOPBACK_IPV4.test(hostname) || hostname === LOOPBACK_IPV6;
}
