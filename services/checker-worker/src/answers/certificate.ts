// Decides what to say of a certificate that was refused: which fault it has, since when, and what it is good for.

import { spanInWords } from '../time-words.ts';

export interface SeenCertificate {
  readonly validFrom: Date;
  readonly validTo: Date;
  /** The hosts that it is for. */
  readonly names: readonly string[];
}

export interface RefusedCertificate {
  /** Node's or OpenSSL's name of the fault. */
  readonly code: string | null;
  readonly host: string;
  /** What was said when it was refused, before anybody looked at it. */
  readonly message: string;
}

const SHOWN_NAMES = 3;

/** `seen` is null when the certificate could not be looked at. */
export function certificateFault(refused: RefusedCertificate, seen: SeenCertificate | null, now: Date): string {
  const { code, host, message } = refused;
  if (seen === null) return message;
  switch (code) {
    case 'CERT_HAS_EXPIRED': {
      const sinceMs = now.getTime() - seen.validTo.getTime();
      // The chain is judged as a whole: the fault may be with an authority above.
      if (sinceMs < 0) return `A certificate in the chain of ${host} has expired, above the one of ${host} itself`;
      return `Certificate for ${host} expired ${spanInWords(sinceMs)} ago`;
    }
    case 'CERT_NOT_YET_VALID': {
      const untilMs = seen.validFrom.getTime() - now.getTime();
      if (untilMs <= 0) return message;
      return `Certificate for ${host} is not valid for another ${spanInWords(untilMs)}`;
    }
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return seen.names.length === 0
        ? `Certificate for ${host} names no host at all`
        : `Certificate for ${host} is for ${listed(seen.names)} instead`;
    default:
      return message;
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const [last, ...before] = shown.toReversed();
  return before.length === 0 ? (last ?? '') : `${before.toReversed().join(', ')} and ${last}`;
}

/** Reads OpenSSL's way of writing: `DNS:a.example, IP Address:203.0.113.7`. */
export function namesIn(subjectAltName: string | undefined): string[] {
  return (subjectAltName ?? '')
    .split(', ')
    .flatMap((part) => /^(?:DNS|IP Address):"?([^"]+)"?$/.exec(part)?.slice(1, 2) ?? []);
}
