import { BASE } from '../base-path.ts';

export const ACKNOWLEDGEMENT = `${BASE}/ack`;
export const CONFIRMATION = `${BASE}/confirm`;

/** True for the pages of links from messages, which need nobody to be signed in. */
export function isLinkPage(path: string): boolean {
  return path === ACKNOWLEDGEMENT || path === CONFIRMATION;
}

/** It is in the fragment, which no server sees, and stays there, so that the page can be loaded again. */
export function tokenOfLink(): string {
  return location.hash.slice(1);
}
