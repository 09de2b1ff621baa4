// Decides which host and port the address of a WHOIS server means. The addresses come from untrusted sources.

import type { Target } from '@vedette/outbound';

const WHOIS_PORT = 43;
const MAX_PORT = 65_535;

/** `whois.nic.example`, `whois.nic.example:4343`, `[2001:db8::43]:43`; null for anything else. */
export function readWhoisServer(text: string): Target | null {
  const [, bracketed, plain, digits] = /^(?:\[([^\][]{1,64})\]|([^:]{1,255}))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? WHOIS_PORT : Number(digits);
  return host === undefined || port < 1 || port > MAX_PORT ? null : { host, port };
}
