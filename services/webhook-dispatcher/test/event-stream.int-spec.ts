import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { servedOperations, subjects, type StreamGrowth, type StreamPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { startSuite, type Suite } from './suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

describe('the stream of a log', () => {
  it('tells by how many bytes it has grown, and is read in pages that end with 64 KiB', async () => {
    const organization = suite.organization();
    const grown: StreamGrowth[] = [];
    const stop = suite.service.host.link.subscribe(subjects.feed(organization.id), (message) => {
      grown.push(message.json<StreamGrowth>());
    });
    const { subject, deadlineMs } = servedOperations.streamEvents;
    const read = (after: string | null): Promise<StreamPage> =>
      suite.rpc.readStream(subject, { after }, organization.context(deadlineMs));
    const { cursor: start } = await read(null);
    for (let n = 1; n <= 4; n += 1) await organization.publish('monitor.up', { padding: 'ä'.repeat(20_000) });
    await waitFor('the growth', () => grown.at(-1)?.position === 4);
    stop();
    const [logged] = await suite.sql<{ bytes: number }>(
      'SELECT sum(octet_length(body))::int AS bytes FROM webhook_dispatcher.webhook_event WHERE organization_id = $1',
      [organization.id],
    );
    expect(grown.reduce((sum, { bytes = 0 }) => sum + bytes, 0)).toBe(logged?.bytes);
    const first = await read(start);
    const second = await read(first.cursor);
    expect([first, second].map(({ entries, hasMore }) => [entries.map(({ position }) => position), hasMore])).toEqual([
      [[1, 2], true],
      [[3, 4], false],
    ]);
  });
});
