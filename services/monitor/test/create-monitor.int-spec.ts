import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MONITOR_TYPES, operations } from '@vedette/contract';
import { NEW_MONITOR } from '@vedette/test-kit/new-monitor';
import { countOf, eventsOf, runtimeOf, plannedAt } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const target = { url: 'https://target.test/', host: 'target.test', port: 443, keyword: 'ok' };

describe('a new monitor', () => {
  it('has the defaults of the specification, is PENDING, and is due at once', async () => {
    const monitor = await suite.organization().call('createMonitor', {
      body: { name: 'Site', type: 'HTTP', url: 'https://target.test/' },
    });
    expect(monitor).toEqual({
      id: expect.stringMatching(/^mon_/),
      ...NEW_MONITOR,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: monitor.createdAt,
    });
    const runtime = await runtimeOf(suite.pool, monitor.id);
    expect(runtime).toMatchObject({ state: 'PENDING', epoch: 1, interval_seconds: 300 });
    expect(await plannedAt(suite.pool, monitor.id)).toEqual(new Date(monitor.createdAt));
  });

  it.each(MONITOR_TYPES)('can be of type %s, which decides whether it has a heartbeat address', async (type) => {
    const monitor = await suite.organization().create({ ...target, type });
    expect(monitor.type).toBe(type);
    const address = expect.stringMatching(/^http:\/\/heartbeats\.test\/[A-Za-z0-9_-]{32}$/);
    expect(monitor.heartbeatUrl).toEqual(type === 'CRON' ? address : null);
  });

  it('keeps whatever was sent, as it was sent', async () => {
    const fields = {
      name: '🛰 "quoted" \\ \u2028 name',
      requestHeaders: JSON.parse('{"z-last":"1","a-first":"","__proto__":"own","X-Ünicode":"ö"}') as object,
      requestBody: 'ß'.repeat(100_000),
      expectedStatus: [599, 100, 100],
      keyword: '',
      dnsRecordType: 'TXT',
      dnsExpected: '"v=spf1", \'x\'',
      degradedThresholdMs: 60_000,
      degradedThresholdMode: 'P95',
      expectedPeriodSec: 2_592_000,
      graceSeconds: 0,
    };
    delete (fields.requestHeaders as Record<string, string>)['X-Ünicode'];
    const organization = suite.organization();
    const created = await organization.create(fields);
    expect(created).toMatchObject({ ...fields, requestHeaders: expect.anything() });
    expect(JSON.stringify(created.requestHeaders)).toBe('{"z-last":"1","a-first":"","__proto__":"own"}');
    expect(await organization.get(created.id)).toEqual(created);
  });

  it('is told in an event that withholds what may be secret', async () => {
    const organization = suite.organization();
    const monitor = await organization.create({
      type: 'CRON',
      requestHeaders: { 'x-key': 'hunter2' },
      requestBody: 's',
    });
    const withheld = { requestHeaders: null, requestBody: null, heartbeatUrl: null };
    expect(await eventsOf(suite.pool, organization.id)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'monitor.created',
        timestamp: monitor.createdAt,
        data: { monitor: { ...monitor, ...withheld } },
      },
    ]);
  });
});

describe('a refused monitor', () => {
  it('names what its type needs, also when nobody has validated it before', async () => {
    const organization = suite.organization();
    const valid = await organization.create();
    const { subject } = operations.createMonitor;
    const request = { params: {}, query: {}, body: { ...valid, type: 'PORT' } };
    await expect(suite.rpc.forward(subject, JSON.stringify(request), organization.context())).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'host' }, { path: 'port' }],
    });
    expect(await countOf(suite.pool, organization.id)).toBe(1);
  });

  it('is faster than the plan permits', async () => {
    const organization = suite.organization({ fastestIntervalSeconds: 60 });
    await expect(organization.create({ intervalSeconds: 59 })).rejects.toMatchObject({
      code: 'plan_limit',
      message: 'intervalSeconds is 59; the plan TEST permits 60 or more.',
    });
    expect(await organization.list()).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(await eventsOf(suite.pool, organization.id)).toEqual([]);
    expect(await organization.create({ intervalSeconds: 60 })).toMatchObject({ intervalSeconds: 60 });
  });
});

describe('the allowance of the plan', () => {
  it('lets exactly 3 of 20 parallel creates pass when 3 are left', async () => {
    const organization = suite.organization({ monitors: 5 });
    await organization.create();
    await organization.create();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => organization.create()));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refusals).toHaveLength(17);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'plan_limit' });
    expect((await organization.list()).pagination.total).toBe(5);
    expect((await organization.list()).data).toHaveLength(5);
    expect(await eventsOf(suite.pool, organization.id)).toHaveLength(5);
  });

  it('of nothing allows nothing', async () => {
    const organization = suite.organization({ monitors: 0 });
    await expect(organization.create()).rejects.toMatchObject({ code: 'plan_limit' });
  });

  it('gets a place back for every monitor that is deleted', async () => {
    const organization = suite.organization({ monitors: 1 });
    const { id } = await organization.create();
    await expect(organization.create()).rejects.toMatchObject({ code: 'plan_limit' });
    await organization.delete(id);
    expect(await organization.create()).toMatchObject({ state: 'PENDING' });
  });

  it('that was lowered below what is there allows no more, and takes nothing away', async () => {
    const organization = suite.organization();
    await Promise.all([organization.create(), organization.create()]);
    const downgraded = organization.on({ monitors: 1 });
    await expect(downgraded.create()).rejects.toMatchObject({ code: 'plan_limit' });
    expect((await downgraded.list()).data).toHaveLength(2);
  });

  it('is each organization’s own', async () => {
    const [one, other] = [suite.organization({ monitors: 1 }), suite.organization({ monitors: 1 })];
    await one.create();
    expect(await other.create()).toMatchObject({ state: 'PENDING' });
  });
});
