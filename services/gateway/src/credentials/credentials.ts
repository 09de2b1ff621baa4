// Decides which API key a request presents, if it presents exactly one in an accepted form.

export type PresentedKey =
  { kind: 'none' } | { kind: 'ambiguous' } | { kind: 'malformed' } | { kind: 'key'; key: string };

/** All values of each header, because a second value would otherwise be dropped silently. */
export interface CredentialHeaders {
  readonly 'x-api-key'?: readonly string[] | undefined;
  readonly authorization?: readonly string[] | undefined;
}

export function presentedKey(headers: CredentialHeaders): PresentedKey {
  const { 'x-api-key': apiKeys = [], authorization: authorizations = [] } = headers;
  const [apiKey] = apiKeys;
  const [authorization] = authorizations;
  if (apiKey !== undefined && authorization !== undefined) return { kind: 'ambiguous' };
  if (apiKeys.length > 1 || authorizations.length > 1) return { kind: 'malformed' };
  if (apiKey !== undefined) return { kind: 'key', key: apiKey };
  if (authorization === undefined) return { kind: 'none' };
  const bearer = /^Bearer +([^\s]+)$/i.exec(authorization);
  return bearer?.[1] === undefined ? { kind: 'malformed' } : { kind: 'key', key: bearer[1] };
}

export const REFUSALS: Record<Exclude<PresentedKey['kind'], 'key'> | 'invalid', string> = {
  none: 'An API key is required, in X-API-Key or as Authorization: Bearer.',
  ambiguous: 'Send the API key in X-API-Key or in Authorization, not in both.',
  malformed: 'The API key must be sent once, in X-API-Key or as Authorization: Bearer.',
  invalid: 'The API key is unknown, disabled, revoked or expired.',
};
