import type { ListenerPlace } from '@vedette/service-host/http-listener';
import type { PingFate } from './ping-writer.ts';

/** The options with which the listener's thread is started. */
export interface ListenerOptions {
  readonly place: ListenerPlace;
  readonly basePath: string;
  readonly databaseUrl: string;
}

/** Messages from the listener's thread to the main thread. Any message to the listener's thread stops it. */
export type ListenerMessage =
  | { readonly kind: 'listening'; readonly port: number }
  /** How many pings were settled since the last message. */
  | { readonly kind: 'pings'; readonly pings: Readonly<Record<PingFate, number>> }
  | { readonly kind: 'warning'; readonly text: string; readonly reason: string };
