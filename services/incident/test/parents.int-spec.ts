import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ago, ended, eventMonitor, newOutage, told } from '@vedette/test-kit/facts';
import type { AlertAnswer, MonitorAlerting, OutageFact } from '@vedette/contract';
import { ParentWaitRepository } from '../src/parents/parent-wait.repository.ts';
import { MonitorPeer } from './support/monitor-peer.ts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
let monitors: MonitorPeer;
let unique = 0;

beforeAll(async () => {
  suite = await startSuite();
  monitors = await MonitorPeer.start(suite);
});

afterAll(() => {
  monitors.answerAll();
  return suite.stop();
});

function put(organization: Organization, id: string, body: Partial<MonitorAlerting>): Promise<MonitorAlerting> {
  return organization.call('setMonitorAlerting', { id, body: { parentId: null, runbookUrl: null, ...body } });
}

function alertingOf(organization: Organization, id: string): Promise<MonitorAlerting> {
  return organization.call('getMonitorAlerting', { id });
}

/** A monitor that depends on another one, whose outage is about to be told to a contact. */
interface Family {
  readonly organization: Organization;
  readonly to: string;
  readonly parentId: string;
  readonly parent: OutageFact;
  readonly child: OutageFact;
}

async function newFamily(): Promise<Family> {
  const organization = suite.organization();
  unique += 1;
  const to = `family-${unique}@example.com`;
  await organization.addContact({ to });
  const parentId = monitors.newMonitor(organization, 'Router');
  const childId = monitors.newMonitor(organization, 'Shop');
  await put(organization, childId, { parentId });
  return {
    organization,
    to,
    parentId,
    parent: newOutage({ monitorId: parentId, name: 'Router' }),
    child: newOutage({ monitorId: childId, name: 'Shop' }),
  };
}

async function decisionsOf(organization: Organization, { incidentId }: OutageFact): Promise<AlertAnswer[]> {
  const { data } = await organization.call('listAlerts', { query: { limit: 100, incidentId } });
  return data.toReversed();
}

/** Waits until the decisions about the outage are these: `KIND STATE REASON`. */
async function decided(organization: Organization, outage: OutageFact, expected: string[]): Promise<void> {
  await waitFor(`the decisions ${expected.join(', ')}`, async () => {
    const lines = (await decisionsOf(organization, outage)).map(({ kind, state, reason }) =>
      [kind, state, ...(reason === null ? [] : [reason])].join(' '),
    );
    return lines.join() === expected.join();
  });
}

/** Waits until the alerts of the outage are held back because the parent is down, and not because it is being checked. */
async function held({ organization, child }: Family): Promise<AlertAnswer> {
  return waitFor('the alert to be held', async () => {
    const [opened] = await decisionsOf(organization, child);
    return opened?.reason === 'PARENT_DOWN' && opened.until === null ? opened : undefined;
  });
}

/** Lets the time pass for which alerts wait. */
async function passWait({ incidentId }: OutageFact): Promise<void> {
  await suite.pool.query('UPDATE incident.parent_wait SET until = now() WHERE incident_id = $1', [incidentId]);
}

/** The parent is down: its check opens its incident, and so does nothing else. */
function goesDown({ organization, parentId, parent }: Family): void {
  monitors.onCheck(parentId, async () => void (await organization.apply(parent)));
}

const subjectsTo = (to: string): string[] => suite.smtp.to(to).map(({ subject = '' }) => subject);

describe('the parent and the runbook of a monitor', () => {
  it('are none at first, and what was set', async () => {
    const organization = suite.organization();
    const [id, parentId] = [monitors.newMonitor(organization), monitors.newMonitor(organization)];
    expect(await alertingOf(organization, id)).toEqual({ parentId: null, runbookUrl: null });
    const set = { parentId, runbookUrl: 'https://wiki.example.com/shop' };
    expect(await put(organization, id, set)).toEqual(set);
    expect(await alertingOf(organization, id)).toEqual(set);
    expect(await put(organization, id, {})).toEqual({ parentId: null, runbookUrl: null });
    expect(await alertingOf(organization, id)).toEqual({ parentId: null, runbookUrl: null });
  });

  it('are those of a monitor of the organization', async () => {
    const [organization, other] = [suite.organization(), suite.organization()];
    const id = monitors.newMonitor(other);
    for (const missing of [id, 'mon_unknown']) {
      await expect(alertingOf(organization, missing)).rejects.toMatchObject({ code: 'not_found' });
      await expect(put(organization, missing, {})).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('are one level of monitors of one organization', async () => {
    const [organization, other] = [suite.organization(), suite.organization()];
    const [top, middle, bottom] = [1, 2, 3].map(() => monitors.newMonitor(organization)) as [string, string, string];
    await put(organization, middle, { parentId: top });
    const refused = [
      { id: middle, parentId: middle, message: 'parentId must be another monitor' },
      { id: bottom, parentId: middle, message: /does not depend on another one itself/ },
      { id: top, parentId: bottom, message: /other monitors depend on this one/ },
      { id: bottom, parentId: monitors.newMonitor(other), message: /no monitor of the organization/ },
      { id: bottom, parentId: 'mon_unknown', message: /no monitor of the organization/ },
    ];
    for (const { id, parentId, message } of refused) {
      await expect(put(organization, id, { parentId })).rejects.toMatchObject({
        code: 'validation_error',
        details: [{ path: 'parentId', message: expect.stringMatching(message) }],
      });
    }
    expect(await alertingOf(organization, bottom)).toEqual({ parentId: null, runbookUrl: null });
  });

  it('stay one level when two are set at once', async () => {
    const organization = suite.organization();
    const [one, two, three] = [1, 2, 3].map(() => monitors.newMonitor(organization)) as [string, string, string];
    const outcomes = await Promise.allSettled([
      put(organization, one, { parentId: two }),
      put(organization, two, { parentId: three }),
      put(organization, three, { parentId: one }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are in every alert: the runbook', async () => {
    const { organization, to, child } = await newFamily();
    const runbookUrl = 'https://wiki.example.com/runbooks/shop?a=1&b=2';
    await put(organization, child.monitor.id, { runbookUrl });
    await organization.apply(child);
    const [mail] = await suite.smtp.got(to, 1);
    expect(mail?.text).toContain(`Open the runbook: ${runbookUrl}`);
    expect(mail?.html).toContain('href="https://wiki.example.com/runbooks/shop?a=1&amp;b=2"');
  });
});

describe('an outage of a monitor with a parent', () => {
  it('is told when the parent was checked once, and is up', async () => {
    const { organization, to, parentId, child } = await newFamily();
    const checked = Promise.withResolvers<undefined>();
    monitors.onCheck(parentId, () => checked.promise);
    await organization.apply(child);
    const [opened] = await decisionsOf(organization, child);
    expect(opened).toMatchObject({ state: 'HELD', reason: 'PARENT_DOWN', parent: { id: parentId, name: 'Router' } });
    const waits = Date.parse(opened?.until ?? '') - Date.parse(opened?.decidedAt ?? '');
    expect(waits).toBe(10_000);
    await waitFor('the check', () => monitors.checksOf(parentId) === 1);
    expect(suite.smtp.to(to)).toEqual([]);
    checked.resolve(undefined);
    await suite.smtp.got(to, 1);
    await decided(organization, child, ['OPENED SENT']);
    expect(await organization.timeline(child.incidentId, 'ALERT_SENT')).toEqual([
      `OPENED: ${child.cause}`,
      `ALERT_SENT: Told ${to} of the outage by email`,
    ]);
    expect(monitors.checksOf(parentId)).toBe(1);
  });

  it('is recorded and not told while the parent is down, and told when it goes on without it', async () => {
    const family = await newFamily();
    const { organization, to, parentId, parent, child } = family;
    goesDown(family);
    await organization.apply(child);
    expect(await held(family)).toMatchObject({ state: 'HELD', parent: { id: parentId, name: 'Router' } });
    await suite.smtp.got(to, 1);
    expect(subjectsTo(to)).toEqual(['DOWN: Router is down']);
    expect((await organization.get(child.incidentId)).timeline.map(({ message }) => message)).toEqual([
      child.cause,
      'Alert contacts are not told while Router is down: this one depends on it',
    ]);
    expect(monitors.checksOf(child.monitor.id)).toBe(0);
    await organization.apply(ended(parent));
    await suite.smtp.got(to, 3);
    expect(subjectsTo(to).toSorted()).toEqual([
      'DOWN: Router is down',
      'DOWN: Shop is down',
      'RESOLVED: Router is up again',
    ]);
    expect(monitors.checked.filter((id) => id === parentId || id === child.monitor.id)).toEqual([
      parentId,
      child.monitor.id,
    ]);
    await decided(organization, child, ['OPENED SENT']);
    await organization.apply(ended(child));
    await suite.smtp.got(to, 4);
  });

  it('is not told at all if it is over when it is checked after the parent has recovered', async () => {
    const family = await newFamily();
    const { organization, to, parent, child } = family;
    goesDown(family);
    await organization.apply(child);
    await held(family);
    monitors.onCheck(child.monitor.id, async () => void (await organization.apply(ended(child))));
    await organization.apply(ended(parent));
    await decided(organization, child, ['OPENED SUPPRESSED PARENT_DOWN']);
    await suite.smtp.got(to, 2);
    expect(subjectsTo(to)).toEqual(['DOWN: Router is down', 'RESOLVED: Router is up again']);
    expect((await organization.get(child.incidentId)).timeline.at(-1)?.message).toBe(
      'Alert contacts were not told: the outage ended before Router was known to be up',
    );
  });

  it('is not told at all if it ends before the parent is checked, or while it is down', async () => {
    const family = await newFamily();
    const { organization, to, parentId, child } = family;
    const checked = Promise.withResolvers<undefined>();
    monitors.onCheck(parentId, () => checked.promise);
    await organization.apply(child);
    await organization.apply(ended(child));
    await decided(organization, child, ['OPENED SUPPRESSED PARENT_DOWN']);
    goesDown(family);
    checked.resolve(undefined);
    const again = newOutage({ monitorId: child.monitor.id, name: 'Shop', startedAt: new Date() });
    await organization.apply(again);
    await held({ ...family, child: again });
    await organization.apply(ended(again));
    await decided(organization, again, ['OPENED SUPPRESSED PARENT_DOWN']);
    await suite.smtp.got(to, 1);
    expect(subjectsTo(to)).toEqual(['DOWN: Router is down']);
  });

  it('is told after 10 seconds without an answer', async () => {
    const { organization, to, parentId, child } = await newFamily();
    monitors.hang(parentId);
    await organization.apply(child);
    await waitFor('the check', () => monitors.checksOf(parentId) === 1);
    await passWait(child);
    await suite.smtp.got(to, 1);
    expect(subjectsTo(to)).toEqual(['DOWN: Shop is down']);
  });

  it('is not told after 10 seconds without an answer if the parent was down before', async () => {
    const family = await newFamily();
    const { organization, to, parentId, parent, child } = family;
    await organization.apply(parent);
    await suite.smtp.got(to, 1);
    monitors.hang(parentId);
    await organization.apply(child);
    await waitFor('the check', () => monitors.checksOf(parentId) === 1);
    await passWait(child);
    await held(family);
    monitors.hang(child.monitor.id);
    await organization.apply(ended(parent));
    await waitFor('the check of the child', () => monitors.checksOf(child.monitor.id) === 1);
    await passWait(child);
    await decided(organization, child, ['OPENED SENT']);
    expect(monitors.checksOf(child.monitor.id)).toBe(1);
  });

  it('asks again while nobody answers', async () => {
    const { organization, to, parentId, child } = await newFamily();
    monitors.onCheck(parentId, async () => (monitors.checksOf(parentId) < 3 ? 'internal_error' : undefined));
    await organization.apply(child);
    await suite.smtp.got(to, 1);
    expect(monitors.checksOf(parentId)).toBe(3);
  });

  it.each([
    { code: 'conflict', checks: 2 },
    { code: 'not_found', checks: 1 },
  ] as const)('is told at once if the check is refused: $code', async ({ code, checks }) => {
    const { organization, to, parentId, child } = await newFamily();
    monitors.onCheck(parentId, async () => code);
    await organization.apply(child);
    await suite.smtp.got(to, 1);
    expect(monitors.checksOf(parentId)).toBe(checks);
  });

  it('is not told while the parent is down, although a change of its target overtook the first check', async () => {
    const family = await newFamily();
    const { organization, parentId, parent, child } = family;
    monitors.onCheck(parentId, async () => {
      if (monitors.checksOf(parentId) === 1) return 'conflict';
      await organization.apply(parent);
      return undefined;
    });
    await organization.apply(child);
    await held(family);
    expect(monitors.checksOf(parentId)).toBe(2);
  });

  it('has its parent checked once, however long that takes, and later ones are held back by the result', async () => {
    const family = await newFamily();
    const { organization, to, parentId, parent, child } = family;
    const late = newOutage({ monitorId: monitors.newMonitor(organization, 'Blog'), name: 'Blog' });
    await put(organization, late.monitor.id, { parentId });
    const checked = Promise.withResolvers<undefined>();
    monitors.onCheck(parentId, () => checked.promise);
    await organization.apply(child);
    await waitFor('the check', () => monitors.checksOf(parentId) === 1);
    expect(monitors.organizationOf(parentId)).toBe(organization.id);
    await passWait(child);
    await suite.smtp.got(to, 1);
    await organization.apply(late);
    // Another one whose parent was asked for later is checked: the look that finds it has passed over this one.
    const other = await newFamily();
    await other.organization.apply(other.child);
    await waitFor('another check', () => monitors.checksOf(other.parentId) === 1);
    expect(monitors.checksOf(parentId)).toBe(1);
    await organization.apply(parent);
    checked.resolve(undefined);
    await held({ ...family, child: late });
    await suite.smtp.got(to, 2);
    expect(subjectsTo(to).toSorted()).toEqual(['DOWN: Router is down', 'DOWN: Shop is down']);
  });

  it('is checked after its parent has recovered, however many wait for their turn', async () => {
    const family = await newFamily();
    const { organization, to, parentId, parent } = family;
    goesDown(family);
    const checked = Promise.withResolvers<undefined>();
    const children = Array.from({ length: 25 }, () => newOutage({ monitorId: monitors.newMonitor(organization) }));
    for (const child of children) {
      await put(organization, child.monitor.id, { parentId });
      await organization.apply(child);
    }
    for (const child of children) await held({ ...family, child });
    for (const child of children) {
      monitors.onCheck(child.monitor.id, async () => {
        await checked.promise;
        await organization.apply(ended(child));
        return undefined;
      });
    }
    await organization.apply(ended(parent));
    const { rows } = await waitFor('the first checks', async () => {
      const found = await suite.pool.query<{ isAsked: boolean; seconds: number }>(
        `SELECT asked_at IS NOT NULL AS "isAsked",
           extract(epoch FROM until - coalesce(asked_at, now()))::float8 AS seconds
         FROM incident.parent_wait WHERE parent_id = $1`,
        [parentId],
      );
      return found.rows.filter(({ isAsked }) => isAsked).length === 20 && found;
    });
    for (const { isAsked, seconds } of rows) {
      if (isAsked) expect(seconds).toBe(10);
      else expect(seconds).toBeGreaterThan(240);
    }
    checked.resolve(undefined);
    for (const child of children) await decided(organization, child, ['OPENED SUPPRESSED PARENT_DOWN']);
    await suite.smtp.got(to, 2);
    expect(subjectsTo(to)).toEqual(['DOWN: Router is down', 'RESOLVED: Router is up again']);
  });

  it('has its parent checked together with others', async () => {
    const organization = suite.organization();
    await organization.addContact({ to: 'many@example.com' });
    const parentId = monitors.newMonitor(organization, 'Router');
    const parent = newOutage({ monitorId: parentId, name: 'Router' });
    monitors.onCheck(parentId, async () => void (await organization.apply(parent)));
    const children = Array.from({ length: 20 }, () => newOutage({ monitorId: monitors.newMonitor(organization) }));
    for (const { monitor } of children) await put(organization, monitor.id, { parentId });
    await Promise.all(children.map((child) => organization.apply(child)));
    for (const child of children) await decided(organization, child, ['OPENED HELD PARENT_DOWN']);
    await waitFor('the waits to end', async () => {
      const { rows } = await suite.pool.query(
        'SELECT FROM incident.parent_wait WHERE parent_id = $1 AND known_at IS NULL',
        [parentId],
      );
      return rows.length === 0;
    });
    expect(subjectsTo('many@example.com')).toEqual(['DOWN: Router is down']);
    expect(monitors.checksOf(parentId)).toBeLessThanOrEqual(10);
  });

  it('is decided about in turn with those of other organizations when the waits end', async () => {
    const [loud, quiet] = [await newFamily(), await newFamily()];
    for (const { parentId } of [loud, quiet]) monitors.hang(parentId);
    const second = newOutage({ monitorId: monitors.newMonitor(loud.organization) });
    await put(loud.organization, second.monitor.id, { parentId: loud.parentId });
    await loud.organization.apply(loud.child);
    await loud.organization.apply(second);
    await quiet.organization.apply(quiet.child);
    const later = new Date(Date.now() + 60_000);
    const due = await suite.service.get(ParentWaitRepository).due(later, 1_000);
    const mine = [loud.child, second, quiet.child].map(({ incidentId }) => incidentId);
    expect(due.filter((id) => mine.includes(id))).toEqual([mine[0], mine[2], mine[1]]);
  });

  it('waits for nothing if it has no parent', async () => {
    const organization = suite.organization();
    await organization.addContact({ to: 'orphan@example.com' });
    const outage = newOutage({ monitorId: monitors.newMonitor(organization) });
    await organization.apply(outage);
    await suite.smtp.got('orphan@example.com', 1);
    expect(monitors.checksOf(outage.monitor.id)).toBe(0);
    const { rows } = await suite.pool.query('SELECT FROM incident.parent_wait WHERE incident_id = $1', [
      outage.incidentId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is decided about again when the parent is changed', async () => {
    const family = await newFamily();
    const { organization, to, child } = family;
    goesDown(family);
    await organization.apply(child);
    await held(family);
    await put(organization, child.monitor.id, {});
    await suite.smtp.got(to, 2);
    expect(subjectsTo(to)).toEqual(['DOWN: Router is down', 'DOWN: Shop is down']);
  });

  it('came and went while the parent was down: nobody is told', async () => {
    const { organization, to, parent, child } = await newFamily();
    await organization.apply(parent);
    await organization.apply(ended(child));
    await decided(organization, child, ['OPENED SUPPRESSED PARENT_DOWN']);
    await suite.smtp.got(to, 1);
    expect(subjectsTo(to)).toEqual(['DOWN: Router is down']);
  });
});

describe('a deleted monitor', () => {
  it.each(['request', 'event'] as const)('is nobody’s parent any more: %s', async (way) => {
    const family = await newFamily();
    const { organization, to, parentId, parent, child } = family;
    const runbookUrl = 'https://wiki.example.com/shop';
    await put(organization, child.monitor.id, { parentId, runbookUrl });
    goesDown(family);
    await organization.apply(child);
    await held(family);
    const gone = told(organization.id, 'monitor.deleted', { monitor: eventMonitor(parent) });
    await (way === 'request' ? organization.forget(parentId) : organization.publish(gone));
    await waitFor('the alert', () => subjectsTo(to).includes('DOWN: Shop is down'));
    expect(await alertingOf(organization, child.monitor.id)).toEqual({ parentId: null, runbookUrl });
    expect(monitors.checksOf(child.monitor.id)).toBe(1);
    // The other message about the same deletion has no effect.
    await organization.forget(parentId);
    const { rows } = await suite.pool.query(
      'SELECT asked_at IS NULL OR known_at IS NULL AS "isAgain" FROM incident.parent_wait WHERE incident_id = $1',
      [child.incidentId],
    );
    expect(rows).toEqual([{ isAgain: false }]);
  });

  it('loses its own parent and runbook, and may be a parent again', async () => {
    const { organization, parentId, child } = await newFamily();
    await organization.forget(child.monitor.id);
    const { rows } = await suite.pool.query('SELECT FROM incident.monitor_alerting WHERE monitor_id = $1', [
      child.monitor.id,
    ]);
    expect(rows).toEqual([]);
    await put(organization, parentId, { parentId: monitors.newMonitor(organization) });
  });

  it('does not become a parent by a request that the deletion has overtaken', async () => {
    const organization = suite.organization();
    const [id, parentId] = [monitors.newMonitor(organization), monitors.newMonitor(organization)];
    // The monitor service still knows both.
    await organization.forget(parentId);
    await expect(put(organization, id, { parentId })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'parentId' }],
    });
    await organization.forget(id);
    await expect(put(organization, id, {})).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not open the outage of a child whose fact comes after the deletion', async () => {
    const { organization, to, child } = await newFamily();
    await organization.forget(child.monitor.id);
    await organization.apply({ ...child, startedAt: ago(1).toISOString() });
    expect(await organization.incidents()).toEqual([]);
    expect(suite.smtp.to(to)).toEqual([]);
  });
});
