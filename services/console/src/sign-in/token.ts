import { BASE } from '../base-path.ts';

/** The token is in the fragment, which no server sees. */
export function hasToken(): boolean {
  return tokenIn(location.hash) !== undefined;
}

/** True while a sign-in link is on its way to be redeemed. */
export function isFollowingLink(): boolean {
  return hasToken() && location.pathname === `${BASE}/sign-in`;
}

/** Removes the token from the address before anything else happens. */
export function takeToken(): string | undefined {
  const token = tokenIn(location.hash);
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return token;
}

function tokenIn(fragment: string): string | undefined {
  return new URLSearchParams(fragment.slice(1)).get('token') ?? undefined;
}
