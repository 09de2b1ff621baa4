// Decides what counts as a mail address of a person, and when two addresses are the same.

const MOST_CHARACTERS = 254;

/** In lower case: people write their address in either, and mail servers take both. Undefined for no address. */
export function emailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  const [local, domain, ...more] = address.split('@');
  if (local === undefined || domain === undefined || more.length > 0) return undefined;
  if (address.length > MOST_CHARACTERS || local === '' || local.length > 64 || domain === '') return undefined;
  return /[\s\p{Cc}\p{Cs}<>(),;:"\\[\]]/u.test(address) ? undefined : address;
}
