import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import type { ErrorEnvelope } from './support/api-client.ts';
import { type SharedFixture, sharedFixture } from './support/fixture.ts';
import { createMonitor } from './support/monitors.ts';

// One organization's requests never cost another's, whatever they wait for.

const LIMIT = 50;
let fixture: SharedFixture;
let target: Server;
let targetUrl: string;
let isSilent = true;
const unanswered: ServerResponse[] = [];

beforeAll(async () => {
  target = createServer(({ url }, response) => {
    if (isSilent && url === '/silent') unanswered.push(response);
    else response.end('hello');
  });
  await new Promise<void>((resolve) => {
    target.listen(0, '127.0.0.1', resolve);
  });
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  fixture = await sharedFixture();
});

afterAll(() => {
  target.closeAllConnections();
  target.close();
});

function speak(): void {
  isSilent = false;
  for (const response of unanswered) response.end('hello');
}

describe('checks by hand of a target that never answers', () => {
  it('are refused beyond fifty in flight, and disturb nobody else', async () => {
    const [busy, other] = [await fixture.tenant(), await fixture.tenant()];
    const seldom = { intervalSeconds: 86_400, timeoutSeconds: 60 };
    const silent = await createMonitor(busy.api, { ...seldom, url: `${targetUrl}/silent` });
    const healthy = await createMonitor(other.api, { ...seldom, url: targetUrl });

    const checks = Array.from({ length: LIMIT + 1 }, () =>
      busy.api.post<Monitor | ErrorEnvelope>(`/api/v1/monitors/${silent.id}/check`, {}),
    );
    const refused = await Promise.race(checks);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
    expect((refused.body as ErrorEnvelope).error.code).toBe('rate_limited');

    const ownReads = Array.from({ length: 20 }, () => busy.api.get('/api/v1/monitors'));
    const reads = Array.from({ length: 40 }, () => other.api.get('/api/v1/monitors'));
    const answers = await Promise.all([...ownReads, ...reads]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const checked = await other.api.post<Monitor>(`/api/v1/monitors/${healthy.id}/check`, {});
    expect([checked.status, checked.body.state]).toEqual([200, 'UP']);

    speak();
    const statuses = (await Promise.all(checks)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    const again = await busy.api.post<Monitor>(`/api/v1/monitors/${silent.id}/check`, {});
    expect([again.status, again.body.state]).toEqual([200, 'UP']);
  }, 60_000);
});
