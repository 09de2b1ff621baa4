import { readRegistryDate } from './registry-date.ts';

export type RegistryAnswer =
  | { readonly kind: 'registered'; readonly expiresAt: Date }
  /** The registry has answered, but without a usable expiry date. */
  | { readonly kind: 'fault'; readonly reason: string }
  | { readonly kind: 'silent'; readonly reason: string };

export function registeredUntil(domain: string, expiry: string): RegistryAnswer {
  const expiresAt = readRegistryDate(expiry);
  if (expiresAt !== null) return { kind: 'registered', expiresAt };
  const said = JSON.stringify(expiry.slice(0, 50));
  return {
    kind: 'fault',
    reason: `The registry of ${domain} gives ${said} as its expiry, which is no date we can read`,
  };
}

export function notRegistered(domain: string): RegistryAnswer {
  return { kind: 'fault', reason: `${domain} is not registered` };
}

export function noExpiry(domain: string): RegistryAnswer {
  return { kind: 'fault', reason: `The registry of ${domain} tells no expiry date` };
}

export function silent(domain: string, why: string): RegistryAnswer {
  return { kind: 'silent', reason: `The registry of ${domain} does not answer: ${why}` };
}
