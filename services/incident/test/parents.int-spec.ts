import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ended, newOutage } from '@vedette/test-kit/facts';
import {
  decided,
  decisionsOf,
  goesDown,
  held,
  newFamily,
  passWait,
  put,
  startParentSuite,
  subjectsTo,
  type ParentSuite,
} from './support/families.ts';

let parents: ParentSuite;

beforeAll(async () => {
  parents = await startParentSuite();
});

afterAll(() => parents.stop());

describe('an outage of a monitor with a parent', () => {
  it('is told when the parent was checked once, and is up', async () => {
    const { organization, to, parentId, child } = await newFamily(parents);
    const checked = Promise.withResolvers<undefined>();
    parents.monitors.onCheck(parentId, () => checked.promise);
    await organization.apply(child);
    const [opened] = await decisionsOf(organization, child);
    expect(opened).toMatchObject({ state: 'HELD', reason: 'PARENT_DOWN', parent: { id: parentId, name: 'Router' } });
    const waits = Date.parse(opened?.until ?? '') - Date.parse(opened?.decidedAt ?? '');
    expect(waits).toBe(10_000);
    await waitFor('the check', () => parents.monitors.checksOf(parentId) === 1);
    expect(parents.suite.smtp.to(to)).toEqual([]);
    checked.resolve(undefined);
    await parents.suite.smtp.got(to, 1);
    await decided(organization, child, ['OPENED SENT']);
    expect(await organization.timeline(child.incidentId, 'ALERT_SENT')).toEqual([
      `OPENED: ${child.cause}`,
      `ALERT_SENT: Told ${to} of the outage by email`,
    ]);
    expect(parents.monitors.checksOf(parentId)).toBe(1);
  });

  it('is recorded and not told while the parent is down, and told when it goes on without it', async () => {
    const family = await newFamily(parents);
    const { organization, to, parentId, parent, child } = family;
    goesDown(parents, family);
    await organization.apply(child);
    expect(await held(family)).toMatchObject({ state: 'HELD', parent: { id: parentId, name: 'Router' } });
    await parents.suite.smtp.got(to, 1);
    expect(subjectsTo(parents, to)).toEqual(['DOWN: Router is down']);
    expect((await organization.get(child.incidentId)).timeline.map(({ message }) => message)).toEqual([
      child.cause,
      'Alert contacts are not told while Router is down: this one depends on it',
    ]);
    expect(parents.monitors.checksOf(child.monitor.id)).toBe(0);
    await organization.apply(ended(parent));
    await parents.suite.smtp.got(to, 3);
    expect(subjectsTo(parents, to).toSorted()).toEqual([
      'DOWN: Router is down',
      'DOWN: Shop is down',
      'RESOLVED: Router is up again',
    ]);
    expect(parents.monitors.checked.filter((id) => id === parentId || id === child.monitor.id)).toEqual([
      parentId,
      child.monitor.id,
    ]);
    await decided(organization, child, ['OPENED SENT']);
    await organization.apply(ended(child));
    await parents.suite.smtp.got(to, 4);
  });

  it('is not told at all if it is over when it is checked after the parent has recovered', async () => {
    const family = await newFamily(parents);
    const { organization, to, parent, child } = family;
    goesDown(parents, family);
    await organization.apply(child);
    await held(family);
    parents.monitors.onCheck(child.monitor.id, async () => void (await organization.apply(ended(child))));
    await organization.apply(ended(parent));
    await decided(organization, child, ['OPENED SUPPRESSED PARENT_DOWN']);
    await parents.suite.smtp.got(to, 2);
    expect(subjectsTo(parents, to)).toEqual(['DOWN: Router is down', 'RESOLVED: Router is up again']);
    expect((await organization.get(child.incidentId)).timeline.at(-1)?.message).toBe(
      'Alert contacts were not told: the outage ended before Router was known to be up',
    );
  });

  it('is not told at all if it ends before the parent is checked, or while it is down', async () => {
    const family = await newFamily(parents);
    const { organization, to, parentId, child } = family;
    const checked = Promise.withResolvers<undefined>();
    parents.monitors.onCheck(parentId, () => checked.promise);
    await organization.apply(child);
    await organization.apply(ended(child));
    await decided(organization, child, ['OPENED SUPPRESSED PARENT_DOWN']);
    goesDown(parents, family);
    checked.resolve(undefined);
    const again = newOutage({ monitorId: child.monitor.id, name: 'Shop', startedAt: new Date() });
    await organization.apply(again);
    await held({ ...family, child: again });
    await organization.apply(ended(again));
    await decided(organization, again, ['OPENED SUPPRESSED PARENT_DOWN']);
    await parents.suite.smtp.got(to, 1);
    expect(subjectsTo(parents, to)).toEqual(['DOWN: Router is down']);
  });

  it('is told after 10 seconds without an answer', async () => {
    const { organization, to, parentId, child } = await newFamily(parents);
    parents.monitors.hang(parentId);
    await organization.apply(child);
    await waitFor('the check', () => parents.monitors.checksOf(parentId) === 1);
    await passWait(parents, child);
    await parents.suite.smtp.got(to, 1);
    expect(subjectsTo(parents, to)).toEqual(['DOWN: Shop is down']);
  });

  it('is not told after 10 seconds without an answer if the parent was down before', async () => {
    const family = await newFamily(parents);
    const { organization, to, parentId, parent, child } = family;
    await organization.apply(parent);
    await parents.suite.smtp.got(to, 1);
    parents.monitors.hang(parentId);
    await organization.apply(child);
    await waitFor('the check', () => parents.monitors.checksOf(parentId) === 1);
    await passWait(parents, child);
    await held(family);
    parents.monitors.hang(child.monitor.id);
    await organization.apply(ended(parent));
    await waitFor('the check of the child', () => parents.monitors.checksOf(child.monitor.id) === 1);
    await passWait(parents, child);
    await decided(organization, child, ['OPENED SENT']);
    expect(parents.monitors.checksOf(child.monitor.id)).toBe(1);
  });

  it('waits for nothing if it has no parent', async () => {
    const organization = parents.suite.organization();
    await organization.addContact({ to: 'orphan@example.com' });
    const outage = newOutage({ monitorId: parents.monitors.newMonitor(organization) });
    await organization.apply(outage);
    await parents.suite.smtp.got('orphan@example.com', 1);
    expect(parents.monitors.checksOf(outage.monitor.id)).toBe(0);
    const { rows } = await parents.suite.pool.query('SELECT FROM incident.parent_wait WHERE incident_id = $1', [
      outage.incidentId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is decided about again when the parent is changed', async () => {
    const family = await newFamily(parents);
    const { organization, to, child } = family;
    goesDown(parents, family);
    await organization.apply(child);
    await held(family);
    await parents.suite.smtp.got(to, 1);
    await put(organization, child.monitor.id, {});
    await parents.suite.smtp.got(to, 2);
    expect(subjectsTo(parents, to)).toEqual(['DOWN: Router is down', 'DOWN: Shop is down']);
  });

  it('came and went while the parent was down: nobody is told', async () => {
    const { organization, to, parent, child } = await newFamily(parents);
    await organization.apply(parent);
    await organization.apply(ended(child));
    await decided(organization, child, ['OPENED SUPPRESSED PARENT_DOWN']);
    await parents.suite.smtp.got(to, 1);
    expect(subjectsTo(parents, to)).toEqual(['DOWN: Router is down']);
  });
});
