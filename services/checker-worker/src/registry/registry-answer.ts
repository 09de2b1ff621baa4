import { readRegistryDate } from './registry-date.ts';

export type RegistryAnswer =
  | { readonly kind: 'REGISTERED'; readonly expiresAt: Date }
  /** The registry has answered, and it is no expiry in the future of anything. */
  | { readonly kind: 'FAULT'; readonly reason: string }
  | { readonly kind: 'SILENT'; readonly reason: string };

export function registeredUntil(domain: string, expiry: string): RegistryAnswer {
  const expiresAt = readRegistryDate(expiry);
  if (expiresAt !== null) return { kind: 'REGISTERED', expiresAt };
  const said = JSON.stringify(expiry.slice(0, 50));
  return {
    kind: 'FAULT',
    reason: `The registry of ${domain} gives ${said} as its expiry, which is no date we can read`,
  };
}

export function notRegistered(domain: string): RegistryAnswer {
  return { kind: 'FAULT', reason: `${domain} is not registered` };
}

export function noExpiry(domain: string): RegistryAnswer {
  return { kind: 'FAULT', reason: `The registry of ${domain} tells no expiry date` };
}

export function silent(domain: string, why: string): RegistryAnswer {
  return { kind: 'SILENT', reason: `The registry of ${domain} does not answer: ${why}` };
}
