// Decides which part of a monitor's request is secret: its headers, and its URL if the URL contains credentials.

import { withoutCredentials, type Monitor } from '@vedette/contract';

export type MonitorRequest = Readonly<Pick<Monitor, 'url' | 'requestHeaders'>>;

export interface SplitRequest {
  /** Without credentials. */
  readonly url: string | null;
  /** JSON; null when there is nothing to hide. */
  readonly secret: string | null;
}

export function splitRequest({ url, requestHeaders }: MonitorRequest): SplitRequest {
  const shown = url === null ? null : withoutCredentials(url);
  if (shown === url && requestHeaders === null) return { url, secret: null };
  // Stores the whole URL, not only its credentials, so that a read returns exactly the characters that were written.
  return { url: shown, secret: JSON.stringify({ url: shown === url ? null : url, requestHeaders }) };
}

/** Restores a request from the two parts that `splitRequest` returned. */
export function joinRequest(shownUrl: string | null, secret: string): MonitorRequest {
  const { url, requestHeaders } = JSON.parse(secret) as MonitorRequest;
  return { url: url ?? shownUrl, requestHeaders };
}

/** The request after a PATCH; undefined when the PATCH does not change the request. */
export function requestAfter(current: MonitorRequest, sent: Partial<MonitorRequest>): MonitorRequest | undefined {
  const { url = current.url, requestHeaders = current.requestHeaders } = sent;
  if (sent.url === undefined && sent.requestHeaders === undefined) return undefined;
  return { url, requestHeaders };
}
