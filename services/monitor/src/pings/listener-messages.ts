import type { ListenerPlace } from '@vedette/service-host/http-listener';
import type { PingFate } from './ping-writer.ts';

/** What the listener's thread is started with. */
export interface ListenerOptions {
  readonly place: ListenerPlace;
  readonly basePath: string;
  readonly databaseUrl: string;
}

/** What it tells the rest of the process. Any message to it means that it should end. */
export type ListenerMessage =
  | { readonly kind: 'listening'; readonly port: number }
  /** How many pings were settled since the message before. */
  | { readonly kind: 'pings'; readonly pings: Readonly<Record<PingFate, number>> }
  | { readonly kind: 'warning'; readonly text: string; readonly reason: string };
