import { describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { Client } from 'pg';
import { startNatsForSuite, startPostgresForSuite, startRedisForSuite } from '../src/stores/suite-stores.ts';
import { waitFor } from '../src/wait-for.ts';

function greeting(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString());
    });
    socket.write('PING\r\n');
  });
}

describe('stores of a suite', () => {
  it('differ from suite to suite', async () => {
    const stores = await Promise.all([
      startNatsForSuite(),
      startNatsForSuite(),
      startRedisForSuite(),
      startRedisForSuite(),
    ]);
    expect(new Set(stores.map(({ url }) => url)).size).toBe(4);
    await Promise.all(stores.map((store) => store.stop()));
  });

  it('NATS has JetStream and takes messages no larger than by default', async () => {
    const nats = await startNatsForSuite();
    const info = await greeting(nats.url);
    expect(info).toContain('"jetstream":true');
    expect(info).toContain('"max_payload":1048576');
    await nats.stop();
  });

  it('Redis refuses whoever has no password', async () => {
    const redis = await startRedisForSuite();
    expect(await greeting(redis.url)).toContain('NOAUTH');
    await redis.stop();
  });

  it('PostgreSQL goes away and comes back at the same address with its data, also after kill -9', async () => {
    const postgres = await startPostgresForSuite();
    const query = async (sql: string): Promise<unknown[]> => {
      const client = new Client({ connectionString: postgres.url });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    };
    await query('CREATE TABLE kept AS SELECT 1 AS n');
    await postgres.pause();
    await expect(query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await postgres.resume();
    expect(await query('SELECT n FROM kept')).toEqual([{ n: 1 }]);

    await query('INSERT INTO kept VALUES (2)');
    await postgres.kill();
    await postgres.resume();
    expect(await waitFor('the rows', () => query('SELECT n FROM kept ORDER BY n'))).toEqual([{ n: 1 }, { n: 2 }]);
    await postgres.stop();
  });
});
