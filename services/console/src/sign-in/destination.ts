/** Where somebody wanted to go before they had to sign in. A link from a mail opens in another tab. */
const KEY = 'vedette.destination';

export function rememberDestination(): void {
  localStorage.setItem(KEY, location.pathname + location.search);
}

export function takeDestination(): string | undefined {
  const found = localStorage.getItem(KEY) ?? undefined;
  localStorage.removeItem(KEY);
  return found;
}
