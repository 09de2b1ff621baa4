/** The token is in the fragment, which no server sees. */
export function hasToken(): boolean {
  return tokenIn(location.hash) !== undefined;
}

/** It leaves the address before anything else happens. */
export function takeToken(): string | undefined {
  const token = tokenIn(location.hash);
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return token;
}

function tokenIn(fragment: string): string | undefined {
  return new URLSearchParams(fragment.slice(1)).get('token') ?? undefined;
}
