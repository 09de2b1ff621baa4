import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditMessage } from '@vedette/contract';
import { sqlOf, transaction, type Connection } from '@vedette/database';
import type pg from 'pg';
import type { Act } from '../src/rpc/act.ts';
import { IdempotentAnswers, type Keyed } from '../src/mutations/idempotent-answers.ts';
import { Inbox } from '../src/mutations/inbox.ts';
import type { Mutation } from '../src/mutations/mutation.ts';
import { Mutations } from '../src/mutations/mutations.ts';
import { Outbox, type OutboxMessage } from '../src/mutations/outbox.ts';
import { Reply } from '../src/rpc/reply.ts';
import { messagingDatabase, SCHEMA } from './scene.ts';

let database: Awaited<ReturnType<typeof messagingDatabase>>;
let pool: pg.Pool;
let mutations: Mutations<Connection>;
let woken: number;
let ids = 0;

beforeAll(async () => {
  database = await messagingDatabase();
  pool = database.pool;
  await pool.query('CREATE TABLE effect (name text)');
  mutations = new Mutations({
    transaction: (work) => transaction(pool, work),
    sql: sqlOf(pool),
    outbox: new Outbox(SCHEMA),
    relay: { wake: () => (woken += 1) },
    inbox: new Inbox(SCHEMA),
    answers: new IdempotentAnswers(SCHEMA, sqlOf(pool)),
  });
});
beforeEach(async () => {
  woken = 0;
  await pool.query(`TRUNCATE effect, ${SCHEMA}.outbox`);
});
afterAll(() => database.close());

function newFact(): OutboxMessage {
  ids += 1;
  return {
    id: `evt_${ids}`,
    organizationId: 'org_1',
    subject: 'vedette.events.monitor.created',
    payload: { number: ids },
  };
}

function newRequest(): Keyed {
  ids += 1;
  return {
    organizationId: 'org_1',
    idempotency: { key: `key_${ids}`, fingerprint: 'same', createdAt: new Date().toISOString() },
  };
}

async function change(tx: Connection, mutation: Mutation, name = 'changed'): Promise<string> {
  await tx.query('INSERT INTO effect VALUES ($1)', [name]);
  mutation.tell([newFact()]);
  return name;
}

const changeOnce = (tx: Connection, _now: Date, mutation: Mutation): Promise<string> => change(tx, mutation);

async function count(table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::integer FROM ${table}`);
  return rows[0]?.count ?? 0;
}

const effects = () => count('effect');
const facts = () => count(`${SCHEMA}.outbox`);

describe('a mutation', () => {
  it('tells its facts with its commit, and wakes the relay', async () => {
    await mutations.run(async (tx, mutation) => {
      await change(tx, mutation);
      expect([await facts(), woken]).toEqual([0, 0]);
    });
    expect([await effects(), await facts(), woken]).toEqual([1, 1, 1]);
  });

  it('whose last step fails changes nothing, and is made by the next request with its key', async () => {
    const request = newRequest();
    const refused = mutations.once(request, async (tx, _now, mutation) => {
      mutation.atEnd(() => Promise.reject(new Error('refused')));
      return change(tx, mutation);
    });
    await expect(refused).rejects.toThrow('refused');
    expect([await effects(), await facts(), woken]).toEqual([0, 0, 0]);
    expect(await mutations.once(request, changeOnce)).toMatchObject({ isReplayed: false });
    expect([await effects(), await facts(), woken]).toEqual([1, 1, 1]);
  });

  it('that would tell a fact in its last step fails: it would be lost', async () => {
    const late = mutations.run(async (tx, mutation) => {
      await change(tx, mutation);
      mutation.atEnd(async () => {
        await change(tx, mutation);
      });
    });
    await expect(late).rejects.toThrow('are written already');
    expect([await effects(), await facts(), woken]).toEqual([0, 0, 0]);
  });

  it('that fails changes nothing, tells nothing and wakes nobody', async () => {
    const failing = mutations.run(async (tx, mutation) => {
      await change(tx, mutation);
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect([await effects(), await facts(), woken]).toEqual([0, 0, 0]);
  });

  it('without facts wakes nobody', async () => {
    await mutations.run(async (_tx, mutation) => mutation.tell([]));
    expect(woken).toBe(0);
  });
});

describe('a keyed mutation', () => {
  it('happens once, and every repetition gets its answer', async () => {
    const request = newRequest();
    const replies = [];
    for (let run = 0; run < 3; run += 1) replies.push(await mutations.once(request, changeOnce));
    expect(replies.map(({ isReplayed }) => isReplayed)).toEqual([false, true, true]);
    expect([await effects(), await facts(), woken]).toEqual([1, 1, 1]);
  });

  it('is not prepared again', async () => {
    const request = newRequest();
    let prepared = 0;
    const prepare = async () => (prepared += 1);
    const work = (tx: Connection, number: number, _now: Date, mutation: Mutation) =>
      change(tx, mutation, `prepared ${number}`);
    await mutations.prepareOnce(request, prepare, work);
    const again = await mutations.prepareOnce(request, prepare, work);
    expect(again).toEqual(new Reply('"prepared 1"', true));
    expect([prepared, await effects()]).toEqual([1, 1]);
  });
});

describe('a mutation that acts on the outside', () => {
  it('begins once, is resumed by another run, and answers what the first one to finish says', async () => {
    const request = newRequest();
    const begin = () =>
      mutations.begin(
        request,
        (tx, mutation) => change(tx, mutation, 'stored'),
        async (_, work) => work,
      );
    expect(await begin()).toEqual({ workId: 'stored', isResumed: false });
    expect(await begin()).toEqual({ workId: 'stored', isResumed: true });
    await mutations.finish(request, (tx, mutation) => change(tx, mutation, 'done'));
    expect(await begin()).toEqual(new Reply('"done"', true));
    expect([await effects(), await facts(), woken]).toEqual([2, 2, 2]);
  });
});

describe('the line of the audit log', () => {
  function audited(request: Partial<Keyed> = {}): Keyed {
    const actor = { kind: 'key', id: 'key_1', name: 'CI' } as const;
    const act: Act = {
      actor,
      service: 'monitor',
      operation: 'updateMonitor',
      resourceId: 'mon_1',
      requestId: 'req_1',
      address: '192.0.2.1',
    };
    return { organizationId: 'org_1', idempotency: undefined, act, ...request };
  }

  async function lines(): Promise<AuditMessage[]> {
    const { rows } = await pool.query<{ message_id: string; payload: string }>(
      `SELECT message_id, payload FROM ${SCHEMA}.outbox WHERE subject = 'vedette.audit.monitor' ORDER BY id`,
    );
    return rows.map(({ message_id: id, payload }) => {
      const line = JSON.parse(payload) as AuditMessage;
      expect(line.id).toBe(id);
      return line;
    });
  }

  it('is written before the last step of the mutation, as its facts are', async () => {
    const seen: number[] = [];
    await mutations.once(audited(newRequest()), async (tx, _now, mutation) => {
      mutation.atEnd(async () => {
        const { rows } = await tx.query<{ count: number }>(`SELECT count(*)::integer FROM ${SCHEMA}.outbox`);
        seen.push(rows[0]?.count ?? 0);
      });
      return change(tx, mutation);
    });
    expect(seen).toEqual([2]);
  });

  it('says who did what, with what the mutation adds, and is committed with it', async () => {
    await mutations.once(audited(), async (tx, _now, mutation) => {
      mutation.describe({ name: 'Old', changedFields: ['name'] });
      mutation.describe({ name: 'API' });
      await change(tx, mutation);
      return { id: 'mon_1', secret: 'a secret of the answer' };
    });
    expect(await lines()).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        organizationId: 'org_1',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        actor: { kind: 'key', id: 'key_1', name: 'CI' },
        operation: 'updateMonitor',
        resource: { id: 'mon_1', name: 'API' },
        changedFields: ['name'],
        requestId: 'req_1',
        address: '192.0.2.1',
      },
    ]);
    expect(woken).toBe(1);
  });

  it('is written for every change without a key, and once for all repetitions of a key', async () => {
    for (let run = 0; run < 2; run += 1) await mutations.once(audited(), changeOnce);
    expect(await lines()).toHaveLength(2);
    const request = audited(newRequest());
    for (let run = 0; run < 3; run += 1)
      await mutations.prepareOnce(
        request,
        async () => undefined,
        (tx, _prepared, now, mutation) => changeOnce(tx, now, mutation),
      );
    expect(await lines()).toHaveLength(3);
  });

  it('is not written for a change that fails', async () => {
    const failing = mutations.once(audited(newRequest()), async () => Promise.reject(new Error('refused')));
    await expect(failing).rejects.toThrow('refused');
    expect(await lines()).toEqual([]);
  });

  it('is not written for a change that nobody asked for', async () => {
    await mutations.run(change);
    await mutations.once(newRequest(), changeOnce);
    await mutations.receive('evt_unasked', async (tx, mutation) => void (await change(tx, mutation)));
    expect(await lines()).toEqual([]);
  });

  it('is written before an act on the outside, by the first run', async () => {
    const request = audited(newRequest());
    const begin = () =>
      mutations.begin(
        request,
        (tx, mutation) => change(tx, mutation, 'stored'),
        async (_tx, _work, mutation) => mutation.describe({ name: 'Hook' }),
      );
    await begin();
    expect(await lines()).toMatchObject([{ resource: { name: 'Hook' } }]);
    await begin();
    await mutations.giveBack(request);
    await begin();
    await mutations.finish(request, (tx, mutation) => change(tx, mutation, 'done'));
    await mutations.finish(request, (tx, mutation) => change(tx, mutation, 'done by an overlapping run'));
    await begin();
    expect(await lines()).toHaveLength(1);
  });
});

describe('the effect of a message', () => {
  it('comes about once, however often the message is received', async () => {
    const receive = () => mutations.receive('evt_received', async (tx, mutation) => void (await change(tx, mutation)));
    await Promise.all([receive(), receive(), receive()]);
    expect([await effects(), await facts(), woken]).toEqual([1, 1, 1]);
  });

  it('of those of a batch that are new leaves the others alone', async () => {
    await mutations.receive('evt_known', async () => undefined);
    const fresh = await mutations.receiveAll(['evt_known', 'evt_new'], async (_, unseen) => [...unseen]);
    expect(fresh).toEqual(['evt_new']);
  });
});
