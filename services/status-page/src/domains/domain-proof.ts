// Decides whether a page is served on its custom domain, by what DNS says of the domain, and when DNS is asked again.

/** The custom domain of a page, and whether it is proven. */
export interface DomainClaim {
  readonly pageId: string;
  readonly isVerified: boolean;
  /** When the proof of a verified domain was first missing in DNS; null while DNS has the proof. */
  readonly missingSince: Date | null;
  /** `claimed`: other pages name the same domain; `verified`: one of them has proven it. */
  readonly others: 'none' | 'claimed' | 'verified';
}

/** Records of one name and type; `unknown` when DNS has not answered, an empty list when the name does not exist. */
export type KnownRecords = readonly string[] | 'unknown';

export interface DomainRecords {
  /** TXT records at `proofName`. */
  readonly texts: KnownRecords;
  /** CNAME records of the domain itself. */
  readonly aliases: KnownRecords;
}

export interface ProofStep {
  readonly isVerified: boolean;
  readonly missingSince: Date | null;
  readonly nextLookAt: Date;
}

const LOOK_AGAIN_MS = 600_000;
const LOOK_AGAIN_VERIFIED_MS = 24 * 3_600_000;
/** If the DNS zone is repaired within a day, the page stays on its domain. */
const LOST_AFTER_MS = 24 * 3_600_000;

export function proofName(host: string): string {
  return `_vedette.${host}`;
}

export function proofText(pageId: string): string {
  return `vedette=${pageId}`;
}

export function nextProofStep(claim: DomainClaim, records: DomainRecords, publicHost: string, now: Date): ProofStep {
  const later = (ms: number): Date => new Date(now.getTime() + ms);
  if (hasProof(claim, records, publicHost)) {
    return { isVerified: true, missingSince: null, nextLookAt: later(LOOK_AGAIN_VERIFIED_MS) };
  }
  const nextLookAt = later(LOOK_AGAIN_MS);
  // A missing DNS answer neither proves nor disproves the claim.
  const isUnknown = records.texts === 'unknown' || records.aliases === 'unknown';
  if (!claim.isVerified || isUnknown) {
    return { isVerified: claim.isVerified, missingSince: claim.missingSince, nextLookAt };
  }
  const missingSince = claim.missingSince ?? now;
  const isLost = now.getTime() - missingSince.getTime() >= LOST_AFTER_MS;
  return isLost
    ? { isVerified: false, missingSince: null, nextLookAt }
    : { isVerified: true, missingSince, nextLookAt };
}

/**
 * A TXT record names its page. A CNAME names no page, so it proves only a domain that no other page claims; once
 * verified, the domain stays proven by its CNAME.
 */
function hasProof(claim: DomainClaim, { texts, aliases }: DomainRecords, publicHost: string): boolean {
  if (claim.others === 'verified') return false;
  if (texts !== 'unknown' && texts.some((text) => text.trim() === proofText(claim.pageId))) return true;
  const isAlias = aliases !== 'unknown' && aliases.some((alias) => sameHost(alias, publicHost));
  return isAlias && (claim.isVerified || claim.others === 'none');
}

function sameHost(alias: string, host: string): boolean {
  const name = alias.endsWith('.') ? alias.slice(0, -1) : alias;
  return name.toLowerCase() === host.toLowerCase();
}
