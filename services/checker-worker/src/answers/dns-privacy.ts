// Decides which names are not public: our own resolver may know them, and customers must not learn their records.

// RFC 6761, 6762, 8375, ICANN's .internal, and common names of private networks.
const INTERNAL_SUFFIXES = ['local', 'localhost', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa'];

export function isInternalName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return !bare.includes('.') || INTERNAL_SUFFIXES.some((suffix) => bare.endsWith(`.${suffix}`));
}
