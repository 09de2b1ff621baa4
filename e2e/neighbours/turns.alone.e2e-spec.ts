import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import pg from 'pg';
import { Seeded } from '../faults/seeded.ts';
import type { Tenant } from '../support/fixture.ts';
import { createMonitor } from '../support/monitors.ts';
import { suiteConfig } from '../support/suite-config.ts';
import { Attacker, noAnswers } from './attacker.ts';
import { attacksOf } from './attacks.ts';
import { pauseAndResume } from './scenarios.ts';
import { OPERATIONS, startWorld, type World } from './world.ts';

// What can be said without a clock about `pnpm test:attacks --neighbours`: whose turn it is, and how much is let in.

const { seed } = suiteConfig();
const MONITORS = 500;
/** Each pauses or resumes all of them: fewer facts than consumers hold, and many more than they take at once. */
const CHANGES = 6;
const OPERATIONS_IN_SAMPLE = 6;
const REQUESTS_OF_EACH = 60;
const WRITES_BESIDE = 5;
const LIMIT_SECONDS = 3;

let world: World;
let attacker: Attacker;
let quiet: Tenant;
let monitorId: string;

beforeAll(async () => {
  world = await startWorld();
  attacker = await Attacker.create(world);
  quiet = await world.fixture.tenant();
  monitorId = (await createMonitor(quiet.api, { type: 'CRON', url: null })).id;
}, 120_000);

afterAll(async () => {
  await world.stop();
}, 60_000);

let names = 0;

/** Returns the id of the request. */
async function write(): Promise<string> {
  const { status, headers } = await quiet.api.patch(`/api/v1/monitors/${monitorId}`, { name: `Name ${(names += 1)}` });
  expect(status).toBe(200);
  return String(headers['x-request-id']);
}

const lines = async (requestId: string): Promise<number> => {
  const text = 'SELECT count(*)::integer AS lines FROM account.audit_log WHERE request_id = $1';
  return (await world.database.query<{ lines: number }>(text, [requestId])).rows[0]?.lines ?? 0;
};

/** Where facts have their effects. */
const EFFECTS = ['account.audit_log', 'webhook_dispatcher.webhook_event'];

/** How many rows of the attacker were written in transactions before the first one of the quiet organization. */
async function rowsBefore(table: string, since: number): Promise<number> {
  const { rows } = await world.database.query<{ before: number }>(
    `SELECT count(*)::integer AS before FROM ${table}
     WHERE organization_id = $1 AND age(xmin) < $3 AND age(xmin) > (
       SELECT max(age(xmin)) FROM ${table} WHERE organization_id = $2 AND age(xmin) < $3
     )`,
    [attacker.tenant.organizationId, quiet.organizationId, since],
  );
  return rows[0]?.before ?? 0;
}

describe('the facts of one organization', () => {
  it('have their effects before most of those that another one left before them', async () => {
    const ids = await attacker.jobs(MONITORS);
    await waitFor('everything before', async () => (await unsent()) === 0);
    const holder = new pg.Client({ connectionString: world.fixture.stack.databaseUrl });
    await holder.connect();
    try {
      // Nothing has its effect until the transaction ends, so that consumers hold all that comes.
      await holder.query('BEGIN');
      await holder.query(`LOCK TABLE ${EFFECTS.join()} IN EXCLUSIVE MODE`);
      const { rows } = await holder.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
      await pauseAndResume(attacker, ids, CHANGES / 2);
      const requestId = await write();
      await waitFor('it to be sent', async () => (await unsent(quiet.organizationId)) === 0);
      await holder.query('COMMIT');
      await waitFor('its line in the audit log', async () => (await lines(requestId)) > 0);
      await waitFor('everything else', async () => (await unsent()) === 0);
      const age = await world.database.query<{ since: number }>('SELECT age($1::text::xid) AS since', [rows[0]?.id]);
      for (const table of EFFECTS) {
        const before = await rowsBefore(table, age.rows[0]?.since ?? 0);
        expect({ table, isSoon: before < (MONITORS * CHANGES) / 2, before }).toMatchObject({ isSoon: true });
      }
    } finally {
      await holder.end();
    }
  }, 90_000);
});

async function unsent(organizationId?: string): Promise<number> {
  const { rows } = await world.database.query<{ unsent: number }>(
    `SELECT count(*)::integer AS unsent FROM monitor.outbox
     WHERE published_at IS NULL AND ($1::text IS NULL OR organization_id = $1)`,
    [organizationId ?? null],
  );
  return rows[0]?.unsent ?? 0;
}

describe(`${OPERATIONS_IN_SAMPLE} operations with the seed ${seed}`, () => {
  const random = new Seeded(seed);
  const sample = attacksOf(OPERATIONS)
    .filter(({ isSafe }) => isSafe)
    .map((attack) => ({ attack, at: random.between(0, 1) }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, OPERATIONS_IN_SAMPLE)
    .map(({ attack }) => attack);

  it.each(sample)(
    '$name: every write of another organization succeeds, and is told once',
    async ({ prepare }) => {
      const attack = await prepare(world, attacker, REQUESTS_OF_EACH);
      const requests: string[] = [];
      const writes = async (): Promise<void> => {
        for (let i = 0; i < WRITES_BESIDE; i += 1) requests.push(await write());
      };
      await Promise.all([attack(AbortSignal.timeout(60_000)), writes()]);
      for (const id of requests) {
        await waitFor('its line in the audit log', async () => (await lines(id)) > 0);
        expect(await lines(id)).toBe(1);
      }
    },
    90_000,
  );
});

describe('an organization is let in no more than it may', () => {
  it.each(attacksOf([]).filter(({ faults }) => faults !== undefined))(
    '$name',
    async ({ prepare, faults }) => {
      const attack = await prepare(world, attacker);
      const answers = Object.assign(attacker.answers, noAnswers());
      await attack(AbortSignal.timeout(LIMIT_SECONDS * 1_000));
      expect(faults?.(answers)).toEqual([]);
    },
    90_000,
  );
});
