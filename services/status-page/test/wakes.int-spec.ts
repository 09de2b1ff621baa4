import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { stretchPauses } from '@vedette/test-kit/stretch-pauses';
import { ask } from './support/http.ts';
import { inMs, maintenanceWindows } from './support/maintenance-windows.ts';
import { startSuite, type Suite } from './support/suite.ts';

// The pauses of all loops are stretched here, so a change can only be noticed by the signal that it sends.

let suite: Suite;
let endStretching: () => void;

beforeAll(async () => {
  endStretching = stretchPauses(900);
  suite = await startSuite();
});

afterAll(async () => {
  try {
    await suite.stop();
  } finally {
    endStretching();
  }
});

const { withMonitor, schedule, toldAll } = maintenanceWindows(() => suite);

describe('while the loops pause for long', () => {
  it('a replica shows a page that it has changed, and so do the others', async () => {
    const other = await suite.startReplica();
    const organization = suite.organization();
    const { slug } = await organization.call('createStatusPage', { body: { name: 'Acme' } });
    for (const port of [suite.config.port, other.publicPort]) {
      const isShown = async (): Promise<boolean> => (await ask(port, `/${slug}`)).status === 200;
      expect(await waitFor(`the page at ${port}`, isShown)).toBe(true);
    }
    await other.stop();
  });

  it('a window that was planned a moment ago starts and ends', async () => {
    const { organization, monitorId } = withMonitor();
    await schedule(organization, monitorId, { startsAt: inMs(600), endsAt: inMs(1_200) });
    expect(await toldAll(organization, ['scheduled', 'started', 'ended'])).toHaveLength(3);
  });
});
