import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase, type TestDatabase, waitFor } from '@vedette/test-kit';
import type pg from 'pg';
import { createPool } from '../src/pool.ts';

const CONNECTIONS = 3;
const organization = new AsyncLocalStorage<string>();
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(() => {
  pool = createPool({
    url: database.url,
    service: 'test',
    maxConnections: CONNECTIONS,
    onError: () => undefined,
    organizationId: () => organization.getStore(),
  });
});
afterEach(() => pool.end());
afterAll(() => database.drop());

/** Takes all connections, and returns a function that gives them back. */
async function takeAll(): Promise<() => void> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  return () => {
    for (const client of clients) client.release();
  };
}

describe('a pool', () => {
  it('gives its connections to organizations in turn', async () => {
    const giveBack = await takeAll();
    const order: string[] = [];
    const ask = (organizationId: string): Promise<unknown> =>
      organization.run(organizationId, async () => {
        const client = await pool.connect();
        order.push(organizationId);
        client.release();
      });
    const answers = [...Array.from({ length: 60 }, () => ask('busy')), ask('other')];
    await waitFor('all of them to wait', () => pool.waitingCount === 61);
    giveBack();
    await Promise.all(answers);
    expect(order.indexOf('other')).toBeLessThan(CONNECTIONS);
    expect(pool.waitingCount).toBe(0);
  });

  it('has one left for another organization while transactions of one wait for each other', async () => {
    const held = await organization.run('busy', () => Promise.all([pool.connect(), pool.connect()]));
    const waiting = organization.run('busy', () => pool.connect());
    await organization.run('other', () => pool.query('SELECT 1'));
    expect(pool.waitingCount).toBe(1);
    for (const client of held) client.release();
    (await waiting).release();
  });

  it('opens no connection for who can have one that is given back meanwhile', async () => {
    const first = await pool.connect();
    const asked = [pool.connect(), pool.connect()];
    expect(pool.waitingCount).toBe(1);
    first.release();
    for (const client of await Promise.all(asked)) client.release();
    expect(pool.totalCount).toBe(2);
  });

  it('lends every connection again after errors, broken connections and transactions', async () => {
    for (let i = 0; i < 2 * CONNECTIONS; i += 1) {
      await expect(pool.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
      const broken = await pool.connect();
      broken.release(true);
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query('ROLLBACK');
      client.release();
    }
    const giveBack = await takeAll();
    expect(pool.waitingCount).toBe(0);
    giveBack();
  });

  it('refuses who has waited for three seconds', async () => {
    const giveBack = await takeAll();
    const startedAt = performance.now();
    await expect(pool.query('SELECT 1')).rejects.toThrow('No connection to PostgreSQL became free in time');
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThan(2_900);
    expect(tookMs).toBeLessThan(4_500);
    giveBack();
    await expect(pool.query('SELECT 1')).resolves.toBeDefined();
  });

  it('tries one after the other while none can be opened', async () => {
    const sockets = new Set<Socket>();
    let tries = 0;
    let atOnce = 0;
    const server = createServer((socket) => {
      tries += 1;
      sockets.add(socket);
      atOnce = Math.max(atOnce, sockets.size);
      socket.on('close', () => sockets.delete(socket));
      socket.once('data', () => socket.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const hostile = createPool({
      url: `postgresql://nobody@127.0.0.1:${port}/nothing`,
      service: 'test',
      maxConnections: CONNECTIONS,
      onError: () => undefined,
    });
    const asked = Array.from({ length: CONNECTIONS }, () => hostile.query('SELECT 1'));
    expect(hostile.waitingCount).toBe(CONNECTIONS - 1);
    await expect(Promise.allSettled(asked)).resolves.toEqual(
      asked.map(() => ({ status: 'rejected', reason: new Error('Connection terminated unexpectedly') })),
    );
    expect({ tries, atOnce, waiting: hostile.waitingCount }).toEqual({ tries: CONNECTIONS, atOnce: 1, waiting: 0 });
    await hostile.end();
    server.close();
  });

  it('lends nothing that could not be opened, and goes on when PostgreSQL is there', async () => {
    const away = createPool({
      url: 'postgresql://nobody@127.0.0.1:1/nothing',
      service: 'test',
      maxConnections: 2,
      onError: () => undefined,
      organizationId: () => undefined,
    });
    for (let i = 0; i < 5; i += 1) await expect(away.query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
    expect(away.waitingCount).toBe(0);
    await away.end();
  });
});
