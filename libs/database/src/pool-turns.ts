import { Places } from '@vedette/turns';
import type { Pool, PoolClient } from 'pg';

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * Organizations take turns for the connections of a pool, so that one with many requests does not delay the others.
 * Work that a service does on its own behalf takes turns as if it were an organization. Transactions of one organization
 * that wait for each other never hold all of three or more connections: some are left for the next organization.
 *
 * There are as many places as open connections, and one for whoever opens another. To open one takes longer than most
 * statements, so those that come meanwhile are often served by connections that others give back.
 */
export function takeTurns(pool: Pool, organizationId: () => string | undefined): void {
  const { max, connectionTimeoutMillis: patienceMs } = pool.options;
  const patience = patienceMs === undefined ? {} : { patienceMs };
  const places = new Places({ places: 1, mostPlaces: max, maxWaiting: Infinity, ...patience });
  const open = new Set<PoolClient>();
  const resize = (): void => places.resize(Math.min(max, open.size + 1));
  pool.on('connect', (client) => {
    open.add(client);
    resize();
  });
  pool.on('remove', (client) => {
    open.delete(client);
    resize();
  });
  const connect = pool.connect.bind(pool) as (callback: Connected) => void;
  const connectInTurn = (callback: Connected): void => {
    const owner = organizationId() ?? '';
    places.take(owner, {
      start: () => connect(returning(() => places.release(owner), callback)),
      refuse: () => callback(new Error('No connection to PostgreSQL became free in time'), undefined, () => undefined),
    });
  };
  // The pool's own queue is always empty now, so this reports the callers that wait for a place.
  Object.defineProperty(pool, 'waitingCount', { get: () => places.waiting });
  Object.assign(pool, {
    connect: (callback?: Connected) => (callback === undefined ? promised(connectInTurn) : connectInTurn(callback)),
  });
}

/** Frees the place when the connection is given back, or could not be opened. */
function returning(freePlace: () => void, callback: Connected): Connected {
  return (error, client, release) => {
    if (client === undefined) {
      callback(error, client, release);
      freePlace();
      return;
    }
    const giveBack: Release = (reason) => {
      release(reason);
      freePlace();
    };
    client.release = giveBack;
    callback(error, client, giveBack);
  };
}

function promised(connect: (callback: Connected) => void): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    connect((error, client) => {
      if (client === undefined) reject(error ?? new Error('The pool gave no connection'));
      else resolve(client);
    });
  });
}
