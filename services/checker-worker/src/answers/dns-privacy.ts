// Decides which names are none of the public DNS: our own resolver may know them, and a customer must not learn them.

// RFC 6761, 6762, 8375, ICANN's .internal, and what networks like ours are commonly called.
const INTERNAL_SUFFIXES = ['local', 'localhost', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa'];

export function isInternalName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return !bare.includes('.') || INTERNAL_SUFFIXES.some((suffix) => bare.endsWith(`.${suffix}`));
}
