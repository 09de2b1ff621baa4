// Decides how to describe a refused certificate: which fault it has, since when, and for which hosts it is valid.

import { spanInWords } from '../time-words.ts';

export interface SeenCertificate {
  readonly validFrom: Date;
  readonly validTo: Date;
  /** The hosts for which the certificate is valid. */
  readonly names: readonly string[];
}

export interface RefusedCertificate {
  /** The error code of Node or OpenSSL. */
  readonly code: string | null;
  readonly host: string;
  /** The error message of the refusal, before the certificate was examined. */
  readonly message: string;
}

const SHOWN_NAMES = 3;

/** `seen` is null when the certificate could not be examined. */
export function certificateFault(refused: RefusedCertificate, seen: SeenCertificate | null, now: Date): string {
  const { code, host, message } = refused;
  if (seen === null) return message;
  switch (code) {
    case 'CERT_HAS_EXPIRED': {
      const sinceMs = now.getTime() - seen.validTo.getTime();
      // The chain is judged as a whole: the fault may lie with an authority above the certificate.
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

/** Reads OpenSSL's notation: `DNS:a.example, IP Address:203.0.113.7`. */
export function namesIn(subjectAltName: string | undefined): string[] {
  return (subjectAltName ?? '')
    .split(', ')
    .flatMap((part) => /^(?:DNS|IP Address):"?([^"]+)"?$/.exec(part)?.slice(1, 2) ?? []);
}
