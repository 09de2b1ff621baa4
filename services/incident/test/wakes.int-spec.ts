import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ago, ahead, ended, newOutage, outageEvent, windowFacts, windowOf } from '@vedette/test-kit/facts';
import { stretchPauses } from '@vedette/test-kit/stretch-pauses';
import { contact, decided } from './support/subjects.ts';
import { startSuite, type Suite } from './support/suite.ts';

// Whoever creates or changes alerts wakes whoever sends them or decides about them: here nobody looks by himself.

let suite: Suite;
let endStretching: () => void;

beforeAll(async () => {
  endStretching = stretchPauses(500);
  suite = await startSuite();
});

afterAll(async () => {
  try {
    await suite.stop();
  } finally {
    endStretching();
  }
});

const clock = (at: Date): string => at.toISOString().slice(11, 16);
const quietNow = () => ({ from: clock(ago(3_600)), to: clock(ahead(3_600)), timezone: 'UTC' });

describe('an alert is sent at once, and not with the next look', () => {
  it('after an outage that is applied, and after its end', async () => {
    const organization = suite.organization();
    const { to } = await contact(organization);
    const outage = newOutage();
    await organization.apply(outage);
    expect(await suite.smtp.got(to, 1)).toHaveLength(1);
    await organization.apply(ended(outage));
    expect(await suite.smtp.got(to, 2)).toHaveLength(2);
  });

  it('after an event', async () => {
    const organization = suite.organization();
    const { to } = await contact(organization);
    await organization.publish(outageEvent(organization.id, newOutage()));
    expect(await suite.smtp.got(to, 1)).toHaveLength(1);
  });

  it('after an acknowledgement', async () => {
    const organization = suite.organization();
    const { to } = await contact(organization, { notifyOn: ['ACKNOWLEDGED'] });
    const outage = newOutage();
    await organization.apply(outage);
    expect(await suite.smtp.got(to, 1)).toHaveLength(1);
    await organization.acknowledge(outage.incidentId);
    expect(await suite.smtp.got(to, 2)).toHaveLength(2);
  });

  it('after another alert to the same contact', async () => {
    const organization = suite.organization();
    const { to } = await contact(organization);
    await Promise.all([newOutage(), newOutage(), newOutage()].map((outage) => organization.apply(outage)));
    expect(await suite.smtp.got(to, 3)).toHaveLength(3);
  });
});

describe('an alert is decided about at once, and not with the next look', () => {
  it('after a change of the settings of its contact', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization, { quietHours: quietNow() });
    await organization.apply(newOutage());
    await decided(organization, id, ['INCIDENT OPENED 0 HELD QUIET_HOURS']);
    expect(suite.smtp.to(to)).toEqual([]);
    await organization.call('updateAlertContact', { id, body: { quietHours: null } });
    expect(await suite.smtp.got(to, 1)).toHaveLength(1);
  });

  it('after the cancellation of a maintenance window', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization);
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(3_600));
    const notice = (revision: number, isCancelled: boolean) => ({
      windowId: window.id,
      at: new Date().toISOString(),
      isCancelled,
      facts: windowFacts(window, revision),
    });
    await organization.applyMaintenance(notice(1, false));
    await organization.apply(outage);
    await decided(organization, id, ['INCIDENT OPENED 0 HELD MAINTENANCE']);
    expect(suite.smtp.to(to)).toEqual([]);
    await organization.applyMaintenance({ ...notice(2, true), facts: { ...windowFacts(window, 2), occurrences: [] } });
    expect(await suite.smtp.got(to, 1)).toHaveLength(1);
  });
});
