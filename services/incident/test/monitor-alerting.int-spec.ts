import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ago, eventMonitor, told } from '@vedette/test-kit/facts';
import {
  alertingOf,
  goesDown,
  held,
  newFamily,
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

describe('the parent and the runbook of a monitor', () => {
  it('are none at first, and what was set', async () => {
    const organization = parents.suite.organization();
    const [id, parentId] = [parents.monitors.newMonitor(organization), parents.monitors.newMonitor(organization)];
    expect(await alertingOf(organization, id)).toEqual({ parentId: null, runbookUrl: null });
    const set = { parentId, runbookUrl: 'https://wiki.example.com/shop' };
    expect(await put(organization, id, set)).toEqual(set);
    expect(await alertingOf(organization, id)).toEqual(set);
    expect(await put(organization, id, {})).toEqual({ parentId: null, runbookUrl: null });
    expect(await alertingOf(organization, id)).toEqual({ parentId: null, runbookUrl: null });
  });

  it('are those of a monitor of the organization', async () => {
    const [organization, other] = [parents.suite.organization(), parents.suite.organization()];
    const id = parents.monitors.newMonitor(other);
    for (const missing of [id, 'mon_unknown']) {
      await expect(alertingOf(organization, missing)).rejects.toMatchObject({ code: 'not_found' });
      await expect(put(organization, missing, {})).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('are one level of monitors of one organization', async () => {
    const [organization, other] = [parents.suite.organization(), parents.suite.organization()];
    const [top, middle, bottom] = [1, 2, 3].map(() => parents.monitors.newMonitor(organization)) as [
      string,
      string,
      string,
    ];
    await put(organization, middle, { parentId: top });
    const refused = [
      { id: middle, parentId: middle, message: 'parentId must be another monitor' },
      { id: bottom, parentId: middle, message: /does not depend on another one itself/ },
      { id: top, parentId: bottom, message: /other monitors depend on this one/ },
      { id: bottom, parentId: parents.monitors.newMonitor(other), message: /no monitor of the organization/ },
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
    const organization = parents.suite.organization();
    const [one, two, three] = [1, 2, 3].map(() => parents.monitors.newMonitor(organization)) as [
      string,
      string,
      string,
    ];
    const outcomes = await Promise.allSettled([
      put(organization, one, { parentId: two }),
      put(organization, two, { parentId: three }),
      put(organization, three, { parentId: one }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are in every alert: the runbook', async () => {
    const { organization, to, child } = await newFamily(parents);
    const runbookUrl = 'https://wiki.example.com/runbooks/shop?a=1&b=2';
    await put(organization, child.monitor.id, { runbookUrl });
    await organization.apply(child);
    const [mail] = await parents.suite.smtp.got(to, 1);
    expect(mail?.text).toContain(`Open the runbook: ${runbookUrl}`);
    expect(mail?.html).toContain('href="https://wiki.example.com/runbooks/shop?a=1&amp;b=2"');
  });
});

describe('a deleted monitor', () => {
  it.each(['request', 'event'] as const)('is nobody’s parent any more: %s', async (way) => {
    const family = await newFamily(parents);
    const { organization, to, parentId, parent, child } = family;
    const runbookUrl = 'https://wiki.example.com/shop';
    await put(organization, child.monitor.id, { parentId, runbookUrl });
    goesDown(parents, family);
    await organization.apply(child);
    await held(family);
    const gone = told(organization.id, 'monitor.deleted', { monitor: eventMonitor(parent) });
    await (way === 'request' ? organization.forget(parentId) : organization.publish(gone));
    await waitFor('the alert', () => subjectsTo(parents, to).includes('DOWN: Shop is down'));
    expect(await alertingOf(organization, child.monitor.id)).toEqual({ parentId: null, runbookUrl });
    expect(parents.monitors.checksOf(child.monitor.id)).toBe(1);
    // The other message about the same deletion has no effect.
    await organization.forget(parentId);
    const { rows } = await parents.suite.pool.query(
      'SELECT asked_at IS NULL OR known_at IS NULL AS "isAgain" FROM incident.parent_wait WHERE incident_id = $1',
      [child.incidentId],
    );
    expect(rows).toEqual([{ isAgain: false }]);
  });

  it('loses its own parent and runbook, and may be a parent again', async () => {
    const { organization, parentId, child } = await newFamily(parents);
    await organization.forget(child.monitor.id);
    const { rows } = await parents.suite.pool.query('SELECT FROM incident.monitor_alerting WHERE monitor_id = $1', [
      child.monitor.id,
    ]);
    expect(rows).toEqual([]);
    await put(organization, parentId, { parentId: parents.monitors.newMonitor(organization) });
  });

  it('does not become a parent by a request that the deletion has overtaken', async () => {
    const organization = parents.suite.organization();
    const [id, parentId] = [parents.monitors.newMonitor(organization), parents.monitors.newMonitor(organization)];
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
    const { organization, to, child } = await newFamily(parents);
    await organization.forget(child.monitor.id);
    await organization.apply({ ...child, startedAt: ago(1).toISOString() });
    expect(await organization.incidents()).toEqual([]);
    expect(parents.suite.smtp.to(to)).toEqual([]);
  });
});
