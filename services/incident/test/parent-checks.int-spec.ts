import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ended, newOutage } from '@vedette/test-kit/facts';
import { ParentWaitRepository } from '../src/alerts/parent-wait.repository.ts';
import {
  decided,
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

describe('a check of a parent, or after its recovery', () => {
  it('asks again while nobody answers', async () => {
    const { organization, to, parentId, child } = await newFamily(parents);
    parents.monitors.onCheck(parentId, async () =>
      parents.monitors.checksOf(parentId) < 3 ? 'internal_error' : undefined,
    );
    await organization.apply(child);
    await parents.suite.smtp.got(to, 1);
    expect(parents.monitors.checksOf(parentId)).toBe(3);
  });

  it.each([
    { code: 'conflict', checks: 2 },
    { code: 'not_found', checks: 1 },
  ] as const)('is told at once if the check is refused: $code', async ({ code, checks }) => {
    const { organization, to, parentId, child } = await newFamily(parents);
    parents.monitors.onCheck(parentId, async () => code);
    await organization.apply(child);
    await parents.suite.smtp.got(to, 1);
    expect(parents.monitors.checksOf(parentId)).toBe(checks);
  });

  it('is not told while the parent is down, although a change of its target overtook the first check', async () => {
    const family = await newFamily(parents);
    const { organization, parentId, parent, child } = family;
    parents.monitors.onCheck(parentId, async () => {
      if (parents.monitors.checksOf(parentId) === 1) return 'conflict';
      await organization.apply(parent);
      return undefined;
    });
    await organization.apply(child);
    await held(family);
    expect(parents.monitors.checksOf(parentId)).toBe(2);
  });

  it('has its parent checked once, however long that takes, and later ones are held back by the result', async () => {
    const family = await newFamily(parents);
    const { organization, to, parentId, parent, child } = family;
    const late = newOutage({ monitorId: parents.monitors.newMonitor(organization, 'Blog'), name: 'Blog' });
    await put(organization, late.monitor.id, { parentId });
    const checked = Promise.withResolvers<undefined>();
    parents.monitors.onCheck(parentId, () => checked.promise);
    await organization.apply(child);
    await waitFor('the check', () => parents.monitors.checksOf(parentId) === 1);
    expect(parents.monitors.organizationOf(parentId)).toBe(organization.id);
    await passWait(parents, child);
    await parents.suite.smtp.got(to, 1);
    await organization.apply(late);
    // Another one whose parent was asked for later is checked: the look that finds it has passed over this one.
    const other = await newFamily(parents);
    await other.organization.apply(other.child);
    await waitFor('another check', () => parents.monitors.checksOf(other.parentId) === 1);
    expect(parents.monitors.checksOf(parentId)).toBe(1);
    await organization.apply(parent);
    checked.resolve(undefined);
    await held({ ...family, child: late });
    await parents.suite.smtp.got(to, 2);
    expect(subjectsTo(parents, to).toSorted()).toEqual(['DOWN: Router is down', 'DOWN: Shop is down']);
  });

  it('is checked after its parent has recovered, however many wait for their turn', async () => {
    const family = await newFamily(parents);
    const { organization, to, parentId, parent } = family;
    goesDown(parents, family);
    const checked = Promise.withResolvers<undefined>();
    const children = Array.from({ length: 25 }, () =>
      newOutage({ monitorId: parents.monitors.newMonitor(organization) }),
    );
    for (const child of children) {
      await put(organization, child.monitor.id, { parentId });
      await organization.apply(child);
    }
    for (const child of children) await held({ ...family, child });
    for (const child of children) {
      parents.monitors.onCheck(child.monitor.id, async () => {
        await checked.promise;
        await organization.apply(ended(child));
        return undefined;
      });
    }
    await organization.apply(ended(parent));
    const { rows } = await waitFor('the first checks', async () => {
      const found = await parents.suite.pool.query<{ isAsked: boolean; seconds: number }>(
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
    await parents.suite.smtp.got(to, 2);
    expect(subjectsTo(parents, to)).toEqual(['DOWN: Router is down', 'RESOLVED: Router is up again']);
  });

  it('has its parent checked together with others', async () => {
    const organization = parents.suite.organization();
    await organization.addContact({ to: 'many@example.com' });
    const parentId = parents.monitors.newMonitor(organization, 'Router');
    const parent = newOutage({ monitorId: parentId, name: 'Router' });
    parents.monitors.onCheck(parentId, async () => void (await organization.apply(parent)));
    const children = Array.from({ length: 20 }, () =>
      newOutage({ monitorId: parents.monitors.newMonitor(organization) }),
    );
    for (const { monitor } of children) await put(organization, monitor.id, { parentId });
    await Promise.all(children.map((child) => organization.apply(child)));
    for (const child of children) await decided(organization, child, ['OPENED HELD PARENT_DOWN']);
    await waitFor('the waits to end', async () => {
      const { rows } = await parents.suite.pool.query(
        'SELECT FROM incident.parent_wait WHERE parent_id = $1 AND known_at IS NULL',
        [parentId],
      );
      return rows.length === 0;
    });
    await parents.suite.smtp.got('many@example.com', 1);
    expect(subjectsTo(parents, 'many@example.com')).toEqual(['DOWN: Router is down']);
    expect(parents.monitors.checksOf(parentId)).toBeLessThanOrEqual(10);
  });

  it('is decided about in turn with those of other organizations when the waits end', async () => {
    const [loud, quiet] = [await newFamily(parents), await newFamily(parents)];
    for (const { parentId } of [loud, quiet]) parents.monitors.hang(parentId);
    const second = newOutage({ monitorId: parents.monitors.newMonitor(loud.organization) });
    await put(loud.organization, second.monitor.id, { parentId: loud.parentId });
    await loud.organization.apply(loud.child);
    await loud.organization.apply(second);
    await quiet.organization.apply(quiet.child);
    const later = new Date(Date.now() + 60_000);
    const due = await parents.suite.service.get(ParentWaitRepository).due(later, 1_000);
    const mine = [loud.child, second, quiet.child].map(({ incidentId }) => incidentId);
    expect(due.filter((id) => mine.includes(id))).toEqual([mine[0], mine[2], mine[1]]);
  });
});
