import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sqlOf, transaction, type Connection } from '@vedette/database';
import { waitFor } from '@vedette/test-kit';
import type pg from 'pg';
import { actOnce, type SingleAct } from '../src/mutations/act-once.ts';
import { IdempotentAnswers, type Keyed } from '../src/mutations/idempotent-answers.ts';
import { Inbox } from '../src/mutations/inbox.ts';
import { Mutations } from '../src/mutations/mutations.ts';
import { Outbox } from '../src/mutations/outbox.ts';
import { messagingDatabase, SCHEMA } from './scene.ts';

let database: Awaited<ReturnType<typeof messagingDatabase>>;
let pool: pg.Pool;
let mutations: Mutations<Connection>;
let keys = 0;
/** What was done outside. */
let acts: string[];

beforeAll(async () => {
  database = await messagingDatabase();
  pool = database.pool;
  mutations = new Mutations({
    transaction: (work) => transaction(pool, work),
    sql: sqlOf(pool),
    outbox: new Outbox(SCHEMA),
    relay: { wake: () => undefined },
    inbox: new Inbox(SCHEMA),
    answers: new IdempotentAnswers(SCHEMA, sqlOf(pool)),
  });
});
beforeEach(() => {
  acts = [];
});
afterAll(() => database.close());

function newRequest(): Keyed {
  keys += 1;
  return {
    organizationId: 'org_1',
    idempotency: { key: `key_${keys}`, fingerprint: 'same', createdAt: new Date().toISOString() },
    act: {
      actor: { kind: 'key', id: 'key_1', name: 'CI' },
      service: 'monitor',
      operation: `act${keys}`,
      resourceId: undefined,
      requestId: 'req_1',
      address: null,
    },
  };
}

function single(change: Partial<SingleAct<Connection, string, string>> = {}): SingleAct<Connection, string, string> {
  return {
    deadlineAt: Date.now() + 20_000,
    prepare: async (_tx, mutation) => {
      mutation.describe({ name: 'Hook' });
      return 'prepared';
    },
    limitMs: () => 60_000,
    act: async (work) => {
      acts.push(work);
      return 'acted';
    },
    isRepeatable: false,
    record: async (_, work, result) => `${work} and ${result}`,
    interrupted: async () => 'interrupted',
    ...change,
  };
}

/** A run that neither ends nor records anything, as if its process had died after it acted. */
const dies = (): Promise<never> => {
  acts.push('prepared');
  return new Promise(() => undefined);
};

async function lines(request: Keyed): Promise<number> {
  const { rowCount } = await pool.query(`SELECT FROM ${SCHEMA}.outbox WHERE payload LIKE $1`, [
    `%"${request.act?.operation ?? ''}"%`,
  ]);
  return rowCount ?? 0;
}

async function died(request: Keyed, limitMs: number): Promise<void> {
  void actOnce(mutations, request, single({ act: dies, limitMs: () => limitMs }));
  await waitFor('the act', () => acts.length > 0);
}

describe('an act that happens once', () => {
  it('is on record before it happens, and answers every repetition', async () => {
    const request = newRequest();
    let before = 0;
    const act = async (): Promise<string> => {
      before = await lines(request);
      acts.push('act');
      return 'acted';
    };
    const first = await actOnce(mutations, request, single({ act }));
    expect(first).toEqual({ body: '"prepared and acted"', isReplayed: false });
    expect(await actOnce(mutations, request, single({ act }))).toEqual({ body: first.body, isReplayed: true });
    expect([before, acts.length, await lines(request)]).toEqual([1, 1, 1]);
  });

  it('does not happen if it is refused', async () => {
    const request = newRequest();
    const prepare = () => Promise.reject(new Error('refused'));
    await expect(actOnce(mutations, request, single({ prepare }))).rejects.toThrow('refused');
    expect([acts.length, await lines(request)]).toEqual([0, 0]);
    expect((await actOnce(mutations, request, single())).body).toBe('"prepared and acted"');
  });

  it('does not happen again after the death of the process that acted', async () => {
    const request = newRequest();
    await died(request, 0);
    expect((await actOnce(mutations, request, single())).body).toBe('"interrupted"');
    expect((await actOnce(mutations, request, single())).isReplayed).toBe(true);
    expect([acts.length, await lines(request)]).toEqual([1, 1]);
  });

  it('is waited for by a repetition, and not beyond its deadline', async () => {
    const request = newRequest();
    await died(request, 60_000);
    const late = actOnce(mutations, request, single({ deadlineAt: Date.now() }));
    await expect(late).rejects.toThrow('has not ended yet');
    const repeated = actOnce(mutations, request, single());
    await mutations.finish(request, async () => 'at last');
    expect(await repeated).toEqual({ body: '"at last"', isReplayed: true });
    expect(acts).toHaveLength(1);
  });

  it('happens again after a failure if it may be repeated, with one line', async () => {
    const request = newRequest();
    const act = () => Promise.reject(new Error('nobody is there'));
    await expect(actOnce(mutations, request, single({ act, isRepeatable: true }))).rejects.toThrow('nobody');
    expect((await actOnce(mutations, request, single())).body).toBe('"prepared and acted"');
    await mutations.giveBack(request);
    expect((await actOnce(mutations, request, single())).isReplayed).toBe(true);
    expect([acts.length, await lines(request)]).toEqual([1, 1]);
  });

  it('does not happen again after a failure if it may not be repeated', async () => {
    const request = newRequest();
    const act = () => Promise.reject(new Error('nobody is there'));
    await expect(actOnce(mutations, request, single({ act, limitMs: () => 0 }))).rejects.toThrow('nobody');
    expect((await actOnce(mutations, request, single())).body).toBe('"interrupted"');
    expect(acts).toEqual([]);
  });
});
