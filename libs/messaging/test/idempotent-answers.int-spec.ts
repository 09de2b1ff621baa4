import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sqlOf, transaction } from '@vedette/database';
import type pg from 'pg';
import { IdempotentAnswers, type Keyed, type Seal } from '../src/mutations/idempotent-answers.ts';
import { PiecewiseAnswer } from '../src/rpc/piecewise-answer.ts';
import type { Reply } from '../src/rpc/reply.ts';
import { messagingDatabase, SCHEMA } from './scene.ts';

let database: Awaited<ReturnType<typeof messagingDatabase>>;
let pool: pg.Pool;
let answers: IdempotentAnswers;
const MONDAY = '2026-11-09T10:00:00.000Z';
const TUESDAY = '2026-11-10T10:00:00.001Z';

beforeAll(async () => {
  database = await messagingDatabase();
  pool = database.pool;
  answers = new IdempotentAnswers(SCHEMA, sqlOf(pool));
  await pool.query('CREATE TABLE effect (id text PRIMARY KEY)');
});
afterAll(() => database.close());
beforeEach(() => pool.query('TRUNCATE effect'));

function keyed(createdAt = MONDAY, key: string = randomUUID()): Keyed & { idempotency: { key: string } } {
  return { organizationId: 'org_1', idempotency: { key, fingerprint: 'f', createdAt } };
}

/** A mutation with one effect and a unique answer. */
function mutate(request: Keyed, seal?: Seal) {
  return transaction(pool, (tx) =>
    answers.once(
      tx,
      request,
      async () => {
        const id = randomUUID();
        await tx.$executeRawUnsafe('INSERT INTO effect VALUES ($1)', id);
        return { id };
      },
      seal,
    ),
  );
}

async function effects(): Promise<number> {
  const { rows } = await pool.query<{ effects: number }>('SELECT count(*)::integer AS effects FROM effect');
  return rows[0]?.effects ?? 0;
}

describe('a keyed mutation', () => {
  it('happens once for 25 parallel requests with one key, and all get the first answer', async () => {
    const request = keyed();
    const replies = await Promise.all(Array.from({ length: 25 }, () => mutate(request)));
    expect(await effects()).toBe(1);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  });

  it('replays byte for byte', async () => {
    const request = keyed();
    const work = () => Promise.resolve({ b: 'ö\u2028', a: [1.5, null], '2': '', '1': { z: 0, y: 0 } });
    const first = await transaction(pool, (tx) => answers.once(tx, request, work));
    const second = await transaction(pool, (tx) => answers.once(tx, request, work));
    expect(second).toEqual({ body: first.body, isReplayed: true });
  });

  it('happens every time without a key', async () => {
    const request = { organizationId: 'org_1', idempotency: undefined };
    await mutate(request);
    expect((await mutate(request)).isReplayed).toBe(false);
    expect(await effects()).toBe(2);
  });

  it('is free to run again after a rollback', async () => {
    const request = keyed();
    const refused = transaction(pool, (tx) => answers.once(tx, request, () => Promise.reject(new Error('refused'))));
    await expect(refused).rejects.toThrow('refused');
    expect((await mutate(request)).isReplayed).toBe(false);
    expect(await effects()).toBe(1);
  });

  it('lets those who wait run when the first one rolls back', async () => {
    const request = keyed();
    let fail = (): void => undefined;
    const started = Promise.withResolvers<void>();
    const failing = transaction(pool, (tx) =>
      answers.once(tx, request, () => {
        started.resolve();
        return new Promise((_, reject) => {
          fail = () => reject(new Error('crashed'));
        });
      }),
    );
    await started.promise;
    const waiting = Promise.all([mutate(request), mutate(request)]);
    fail();
    await expect(failing).rejects.toThrow('crashed');
    expect((await waiting).filter(({ isReplayed }) => isReplayed)).toHaveLength(1);
    expect(await effects()).toBe(1);
  });

  it('runs anew when its key expired and is used again, and replays that use from then on', async () => {
    const first = keyed(MONDAY);
    const again = keyed(TUESDAY, first.idempotency.key);
    await mutate(first);
    const reply = await mutate(again);
    expect(reply.isReplayed).toBe(false);
    expect(await mutate(again)).toEqual({ body: reply.body, isReplayed: true });
    expect(await effects()).toBe(2);
  });

  it('refuses a straggler of an earlier use of its key and leaves the later answer alone', async () => {
    const late = keyed(MONDAY);
    const current = keyed(TUESDAY, late.idempotency.key);
    const reply = await mutate(current);
    await expect(mutate(late)).rejects.toThrow('belongs to a later request');
    expect((await mutate(current)).body).toBe(reply.body);
    expect(await effects()).toBe(1);
  });

  it('has a key of its own in every organization', async () => {
    const request = keyed();
    await mutate(request);
    expect((await mutate({ ...request, organizationId: 'org_2' })).isReplayed).toBe(false);
  });

  it('keeps a sealed answer unreadable in the table', async () => {
    const mask = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));
    const seal: Seal = { seal: (text) => mask(Buffer.from(text)), open: (sealed) => mask(sealed).toString() };
    const request = keyed();
    const { body } = await mutate(request, seal);
    const { rows } = await pool.query<{ answer: Buffer }>(
      `SELECT answer FROM ${SCHEMA}.idempotent_answer WHERE key = $1`,
      [request.idempotency.key],
    );
    expect(rows[0]?.answer.includes('id')).toBe(false);
    expect(await mutate(request, seal)).toEqual({ body, isReplayed: true });
  });
});

describe('a keyed mutation that acts on the outside', () => {
  const begin = (request: Keyed, workId: string) =>
    transaction(pool, (tx) =>
      answers.begin(tx, request, async () => {
        await tx.$executeRawUnsafe('INSERT INTO effect VALUES ($1)', workId);
        return workId;
      }),
    );
  const finish = (request: Keyed, answer: unknown) =>
    transaction(pool, (tx) => answers.finish(tx, request, () => Promise.resolve(answer)));

  it('begins once for 25 parallel runs of one key, which all know what the first one made', async () => {
    const request = keyed();
    const begun = await Promise.all(Array.from({ length: 25 }, () => begin(request, randomUUID())));
    expect(await effects()).toBe(1);
    expect(begun.filter(({ kind }) => kind === 'begun')).toHaveLength(1);
    expect(new Set(begun.map((each) => (each.kind === 'answered' ? '' : each.workId))).size).toBe(1);
  });

  it('has no answer before it has finished, and the first one from then on', async () => {
    const request = keyed();
    await begin(request, 'one');
    expect(await transaction(pool, (tx) => answers.find(tx, request))).toBeUndefined();
    expect(await begin(request, 'another')).toEqual({ kind: 'resumed', workId: 'one' });
    expect(await finish(request, { first: true })).toMatchObject({ body: '{"first":true}', isReplayed: false });
    expect(await finish(request, { first: false })).toMatchObject({ body: '{"first":true}', isReplayed: true });
    expect(await begin(request, 'another')).toEqual({
      kind: 'answered',
      reply: { body: '{"first":true}', isReplayed: true },
    });
  });

  it('can begin again after a rollback', async () => {
    const request = keyed();
    const refused = transaction(pool, (tx) => answers.begin(tx, request, () => Promise.reject(new Error('refused'))));
    await expect(refused).rejects.toThrow('refused');
    expect(await begin(request, 'one')).toEqual({ kind: 'begun', workId: 'one', isFirst: true });
  });

  it('records what a straggler of an earlier use of its key did, and leaves the later answer alone', async () => {
    const late = keyed(MONDAY);
    const current = keyed(TUESDAY, late.idempotency.key);
    await begin(late, 'one');
    expect(await begin(current, 'two')).toEqual({ kind: 'begun', workId: 'two', isFirst: true });
    expect(await finish(late, { late: true })).toMatchObject({ body: '{"late":true}', isReplayed: false });
    await expect(begin(late, 'three')).rejects.toThrow('belongs to a later request');
    expect((await finish(current, { late: false })).body).toBe('{"late":false}');
  });
});

describe('a keyed mutation with a large answer', () => {
  const LARGE_BYTES = 1_000_001;

  /** A mutation whose answer has a unique text and is read in pieces. */
  function mutateLarge(request: Keyed, bytes = LARGE_BYTES) {
    const text = randomUUID()
      .repeat(Math.ceil(bytes / 36))
      .slice(0, bytes);
    return transaction(pool, (tx) =>
      answers.once(tx, request, async () => {
        await tx.$executeRawUnsafe('INSERT INTO effect VALUES ($1)', randomUUID());
        return new PiecewiseAnswer(async function* () {
          for (let from = 0; from < bytes; from += 100_000) yield text.slice(from, from + 100_000);
        });
      }),
    );
  }

  async function textOf({ body }: Reply): Promise<string> {
    if (typeof body === 'string') return body;
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces).toString();
  }

  async function storedParts(key: string): Promise<number> {
    const { rows } = await pool.query<{ parts: number }>(
      `SELECT count(*)::integer AS parts FROM ${SCHEMA}.idempotent_answer_part WHERE key = $1`,
      [key],
    );
    return rows[0]?.parts ?? 0;
  }

  it('happens once, and is replayed byte for byte out of its parts', async () => {
    const request = keyed();
    const replies = await Promise.all([mutateLarge(request), mutateLarge(request), mutateLarge(request)]);
    const texts = await Promise.all(replies.map(textOf));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toHaveLength(LARGE_BYTES);
    expect(replies.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await effects()).toBe(1);
    expect(await storedParts(request.idempotency.key)).toBe(5);
  });

  it('is stored as any other when it turns out to be small', async () => {
    const request = keyed();
    const first = await mutateLarge(request, 10);
    expect(await mutateLarge(request, 10)).toEqual({ body: first.body, isReplayed: true });
    expect(await storedParts(request.idempotency.key)).toBe(0);
  });

  it('leaves nothing behind after a rollback', async () => {
    const request = keyed();
    const failing = transaction(pool, (tx) =>
      answers.once(tx, request, async () => {
        return new PiecewiseAnswer(async function* () {
          yield 'x'.repeat(800_000);
          throw new Error('lost the rest');
        });
      }),
    );
    await expect(failing).rejects.toThrow('lost the rest');
    expect(await storedParts(request.idempotency.key)).toBe(0);
    expect((await mutateLarge(request)).isReplayed).toBe(false);
  });

  it('replaces the answer of an expired use of its key', async () => {
    const first = keyed(MONDAY);
    const again = keyed(TUESDAY, first.idempotency.key);
    await mutateLarge(first, 1_500_000);
    const reply = await mutateLarge(again, 800_000);
    const text = await textOf(reply);
    expect(text).toHaveLength(800_000);
    expect(await textOf(await mutateLarge(again))).toBe(text);
  });

  it('is never replayed without its end', async () => {
    const request = keyed();
    await mutateLarge(request);
    await pool.query(`DELETE FROM ${SCHEMA}.idempotent_answer_part WHERE number = 3 AND key = $1`, [
      request.idempotency.key,
    ]);
    await expect(textOf(await mutateLarge(request))).rejects.toThrow('is gone');
  });

  it('is removed with its parts when it can no longer be replayed', async () => {
    const old = keyed(new Date(Date.now() - 26 * 3_600_000).toISOString());
    await mutateLarge(old);
    await transaction(pool, (tx) => answers.tidy(tx));
    expect(await storedParts(old.idempotency.key)).toBe(0);
  });
});

describe('tidying', () => {
  it('removes answers that can no longer be replayed, and only those', async () => {
    const hour = 3_600_000;
    const old = keyed(new Date(Date.now() - 26 * hour).toISOString());
    const fresh = keyed(new Date(Date.now() - 23 * hour).toISOString());
    await mutate(old);
    await mutate(fresh);
    await transaction(pool, (tx) => answers.tidy(tx));
    expect(await transaction(pool, (tx) => answers.find(tx, old))).toBeUndefined();
    expect(await transaction(pool, (tx) => answers.find(tx, fresh))).toMatchObject({ isReplayed: true });
  });
});
