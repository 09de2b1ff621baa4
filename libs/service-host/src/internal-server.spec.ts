import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, Metrics } from '@vedette/telemetry';
import { InternalServer } from './internal-server.ts';

let server: InternalServer;
let port: number;
let reason: string | null;

const status = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

async function listening(servesWithout: readonly string[] = []): Promise<void> {
  server = new InternalServer(new Metrics('made-up'), createLogger('made-up', 'error'), servesWithout);
  server.addCheck({ name: 'store', check: async () => reason });
  port = await server.listen({ host: '127.0.0.1', port: 0 });
  server.markReady();
}

beforeEach(() => {
  reason = 'away';
});

afterEach(() => server.close());

describe('the internal port', () => {
  it('is live whatever becomes of the stores', async () => {
    await listening();
    expect(await status('/live')).toBe(200);
  });

  it('is ready only while every dependency is there', async () => {
    await listening();
    expect(await status('/ready')).toBe(503);
    reason = null;
    expect(await status('/ready')).toBe(200);
    reason = 'away again';
    expect(await status('/ready')).toBe(503);
  });

  it('serves from the moment that every dependency was there once', async () => {
    await listening();
    expect(await status('/serving')).toBe(503);
    reason = null;
    expect(await status('/serving')).toBe(200);
    reason = 'away again';
    expect(await status('/serving')).toBe(200);
  });

  it('serves at once without what it can do without', async () => {
    await listening(['store']);
    expect(await status('/serving')).toBe(200);
    expect(await status('/ready')).toBe(503);
  });

  it('neither serves nor is ready while it drains, and is live', async () => {
    reason = null;
    await listening();
    expect(await status('/serving')).toBe(200);
    server.markDraining();
    expect(await status('/serving')).toBe(503);
    expect(await status('/ready')).toBe(503);
    expect(await status('/live')).toBe(200);
  });

  it('answers the paths of its service, and no others', async () => {
    await listening();
    server.addAnswer('/permission', (query) => ({
      status: query.get('domain') === 'a.test' ? 200 : 403,
      body: { status: 'made up' },
    }));
    expect(await status('/permission?domain=a.test')).toBe(200);
    expect(await status('/permission?domain=b.test&domain=a.test')).toBe(403);
    expect(await status('/permission')).toBe(403);
    expect(await status('/permissions')).toBe(404);
  });

  it('neither serves nor is ready before it has started', async () => {
    reason = null;
    server = new InternalServer(new Metrics('made-up'), createLogger('made-up', 'error'), ['store']);
    port = await server.listen({ host: '127.0.0.1', port: 0 });
    expect(await status('/serving')).toBe(503);
    expect(await status('/ready')).toBe(503);
    expect(await status('/live')).toBe(200);
  });
});
