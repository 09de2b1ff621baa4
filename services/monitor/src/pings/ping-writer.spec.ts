import { describe, expect, it } from '@jest/globals';
import { PingWriter, type PingStore, type ReceivedPing } from './ping-writer.ts';

const ping = (token: string): ReceivedPing => ({ token, kind: 'SUCCESS', exitCode: null, receivedAt: new Date() });

/** Refuses every batch that contains a ping with this token, as PostgreSQL does. */
function storeWithout(refused: string): { store: PingStore; stored: string[] } {
  const stored: string[] = [];
  return {
    stored,
    store: {
      store: async (pings) => {
        const tokens = pings.map(({ token }) => token);
        if (tokens.includes(refused)) throw Object.assign(new Error('invalid byte sequence'), { code: '22021' });
        stored.push(...tokens);
        return new Set(tokens);
      },
    },
  };
}

describe('pings that are written together', () => {
  it('are stored, but for the one that cannot be', async () => {
    const { store, stored } = storeWithout('bad');
    const failures: unknown[] = [];
    const writer = new PingWriter(store, (error) => failures.push(error));
    const tokens = Array.from({ length: 50 }, (_, index) => (index === 20 ? 'bad' : `token_${index}`));
    const fates = await Promise.all(tokens.map((token) => writer.write(ping(token))));
    expect(fates).toEqual(tokens.map((token) => (token === 'bad' ? 'lost' : 'stored')));
    expect(stored).toEqual(tokens.filter((token) => token !== 'bad'));
    expect(failures).toHaveLength(1);
  });

  it('are stored later when PostgreSQL was away, each once', async () => {
    const stored: string[] = [];
    let isAway = true;
    const writer = new PingWriter(
      {
        store: async (pings) => {
          if (isAway) throw Object.assign(new Error('the database system is starting up'), { code: '57P03' });
          stored.push(...pings.map(({ token }) => token));
          return new Set(stored);
        },
      },
      () => (isAway = false),
    );
    expect(await Promise.all([writer.write(ping('a')), writer.write(ping('b'))])).toEqual(['stored', 'stored']);
    expect(stored).toEqual(['a', 'b']);
  });
});
