import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { consumers, internal, newId, streams } from '@vedette/contract';
import { ensureStreams, jetstreamOf, type NatsLink } from '@vedette/messaging';
import { waitFor, type ServiceProcess, type TestDatabase } from '@vedette/test-kit';
import { Client } from 'pg';
import { ago, ended, newOutage, outageEvent } from '@vedette/test-kit/facts';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { killAndSettle, killBeforeBookkeeping, OF_THE_SERVICE } from './support/kills.ts';
import { startProcesses, type Processes } from './support/processes.ts';
import { applied, AT_ONCE, outagesOf, settled, skipGathering } from './support/storms.ts';

// Runs the service as a real process and kills it with SIGKILL at critical moments.

const smtp = new SmtpReceiver();
const webhooks = new ChatReceiver();
let processes: Processes;
let database: TestDatabase;
let service: ServiceProcess;
let link: NatsLink;
let sql: Client;

beforeAll(async () => {
  processes = await startProcesses();
  ({ database, link, sql } = processes);
  service = await processes.spawn({ SMTP_URL: await smtp.listen(), SMTP_FROM: 'alerts@vedette.test' });
}, 60_000);

afterEach(() => {
  smtp.react = () => undefined;
});

afterAll(async () => {
  await processes.stop();
  await Promise.all([smtp.close(), webhooks.close()]);
});

async function publishedTypes(incidentId: string): Promise<string[]> {
  const { rows } = await sql.query<{ type: string }>(
    `SELECT payload::json->'event'->>'type' AS type FROM incident.outbox
     WHERE published_at IS NOT NULL AND payload::json#>>'{event,data,incident,id}' = $1 ORDER BY id`,
    [incidentId],
  );
  return rows.map(({ type }) => type);
}

describe('killed between commit and publish', () => {
  it('tells of the incident after the restart, once', async () => {
    const organization = processes.organization();
    const outage = newOutage();
    const { connection } = link;
    if (connection === undefined) throw new Error('NATS is away');
    // Without the stream, events cannot be published, but requests are still answered.
    const manager = await jetstreamOf(connection).jetstreamManager();
    await manager.streams.delete(streams.URGENT.name);
    await organization.apply(outage);
    expect(await publishedTypes(outage.incidentId)).toEqual([]);
    await service.kill();
    await ensureStreams(connection, 1);
    await service.start();
    await waitFor('the event', async () => (await publishedTypes(outage.incidentId)).length > 0);
    await organization.apply(outage);
    const { state } = await manager.streams.info(streams.URGENT.name, { subjects_filter: 'vedette.urgent.incident.>' });
    expect(state.subjects).toEqual({ 'vedette.urgent.incident.opened': 1 });
    expect(await organization.incidents()).toHaveLength(1);
  }, 60_000);
});

describe('killed between an alert and its bookkeeping', () => {
  it('alerts again, with the same id, and notes it once', async () => {
    const organization = processes.organization();
    const to = 'bookkeeping@example.com';
    await organization.addContact({ to });
    const outage = newOutage();
    const lock = 'SELECT FROM incident.alert_job WHERE incident_id = $1 FOR UPDATE';
    await killBeforeBookkeeping({ service, database, smtp, sql }, lock, [outage.incidentId], async () => {
      await organization.apply(outage);
      await smtp.got(to, 1);
    });
    expect((await sql.query('SELECT state FROM incident.alert_job')).rows).toEqual([{ state: 'PENDING' }]);
    await service.start();
    const mails = await smtp.got(to, 2);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    const timeline = await organization.timeline(outage.incidentId, 'ALERT_SENT');
    expect(timeline).toEqual([`OPENED: ${outage.cause}`, `ALERT_SENT: Told ${to} of the outage by email`]);
    expect(await organization.incidents()).toHaveLength(1);
  }, 60_000);
});

describe('killed while an alert waits for a check of the parent', () => {
  it('tells after the restart, when the alert has waited for long enough', async () => {
    const organization = processes.organization();
    const to = 'waiting@example.com';
    await organization.addContact({ to });
    const child = newOutage();
    const parentId = newId('mon');
    await sql.query(
      `INSERT INTO incident.monitor (id, organization_id, name, type, created_at)
       SELECT unnest($1::text[]), $2, 'API', 'HTTP', now()`,
      [[parentId, child.monitor.id], organization.id],
    );
    await sql.query('INSERT INTO incident.monitor_alerting (monitor_id, parent_id) VALUES ($1, $2)', [
      child.monitor.id,
      parentId,
    ]);
    // It begins and never ends.
    const asked = Promise.withResolvers<undefined>();
    link.connection?.subscribe(internal.checkMonitorNow.subject, { callback: () => asked.resolve(undefined) });
    await link.connection?.flush();
    await organization.apply(child);
    await asked.promise;
    await service.kill();
    expect(smtp.to(to)).toEqual([]);
    await sql.query('UPDATE incident.parent_wait SET until = now() WHERE incident_id = $1', [child.incidentId]);
    await service.start();
    await smtp.got(to, 1);
    expect(await organization.timeline(child.incidentId, 'ALERT_SENT')).toEqual([
      `OPENED: ${child.cause}`,
      `ALERT_SENT: Told ${to} of the outage by email`,
    ]);
  }, 60_000);
});

describe('killed between a message about several alerts and its bookkeeping', () => {
  it('sends the same message again, without what came later, and notes each alert once', async () => {
    const organization = processes.organization();
    const to = 'several@example.com';
    await organization.addContact({ to });
    const outages = outagesOf(AT_ONCE + 3);
    await applied(organization, outages);
    await settled(sql, organization, { sent: AT_ONCE, held: 3 });
    const lock = `SELECT FROM incident.alert_job WHERE organization_id = $1 AND state = 'PENDING' FOR UPDATE`;
    await killBeforeBookkeeping({ service, database, smtp, sql }, lock, [organization.id], async () => {
      await skipGathering(sql, organization);
      await smtp.got(to, AT_ONCE + 1);
    });
    await service.start();
    await applied(organization, outagesOf(1, 'Late'));
    const [first, again] = (await smtp.got(to, AT_ONCE + 2)).slice(AT_ONCE);
    expect(first?.subject).toBe('ALERTS: 3 down');
    expect({ id: again?.messageId, subject: again?.subject }).toEqual({
      id: first?.messageId,
      subject: first?.subject,
    });
    await settled(sql, organization, { sent: AT_ONCE + 3, held: 1 });
    for (const { incidentId } of outages) {
      const timeline = await organization.timeline(incidentId, 'ALERT_SENT');
      expect(timeline.filter((line) => line.startsWith('ALERT_SENT'))).toHaveLength(1);
    }
    await skipGathering(sql, organization);
    expect((await smtp.got(to, AT_ONCE + 3)).at(-1)?.text).toContain('Late 1');
  }, 60_000);
});

describe('killed while an event has its effect', () => {
  it('leaves the event to another replica, which has it within five seconds', async () => {
    const organization = processes.organization();
    const outage = newOutage();
    // The lock keeps the service inside the effect, for longer than the server waits for a progress signal.
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE incident.incident IN EXCLUSIVE MODE');
    await organization.publish(outageEvent(organization.id, outage));
    await waitFor('the service to wait for the lock', async () => {
      const { rows } = await sql.query(
        `SELECT FROM pg_stat_activity WHERE ${OF_THE_SERVICE} AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    const takenAt = performance.now();
    const other = await processes.spawn();
    try {
      const manager = await jetstreamOf(await waitFor('NATS', () => link.connection)).jetstreamManager();
      // The message is not delivered to another replica while its first receiver lives.
      await waitFor('four seconds of it', () => performance.now() - takenAt > 4_000);
      const info = await manager.consumers.info(streams.URGENT.name, consumers.urgentOutages.name);
      expect(info).toMatchObject({ num_ack_pending: 1, num_redelivered: 0 });
      await service.kill();
      const killedAt = performance.now();
      await sql.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE ${OF_THE_SERVICE} AND wait_event_type = 'Lock'`,
      );
      await blocker.query('ROLLBACK');
      await waitFor('the incident', async () => (await organization.incidents()).length === 1);
      expect(performance.now() - killedAt).toBeLessThan(5_000);
    } finally {
      await blocker.end();
      await other.kill();
      await service.start();
    }
  }, 60_000);
});

describe('killed again and again while outages come and go', () => {
  it('loses nothing and doubles no incident', async () => {
    const organization = processes.organization();
    await organization.addContact({ to: 'storm@example.com', name: 'Ops' });
    // Webhooks are told of everything one by one.
    await organization.addContact({ type: 'WEBHOOK', to: `${await webhooks.listen()}/alerts` });
    // One message names at most 50.
    const outages = Array.from({ length: 50 }, (_, index) => newOutage({ startedAt: ago(120 - index) }));
    for (const chunk of [outages.slice(0, 18), outages.slice(18, 36), outages.slice(36)]) {
      const facts = chunk.flatMap((outage, index) => (index % 2 === 0 ? [outage] : [outage, ended(outage)]));
      await Promise.all(facts.map((fact) => organization.publish(outageEvent(organization.id, fact))));
      await waitFor('the first of them', async () => {
        const sought = chunk.map(({ incidentId }) => incidentId);
        return (await sql.query('SELECT FROM incident.incident WHERE id = ANY ($1)', [sought])).rows.length > 0;
      });
      await killAndSettle({ service, sql });
      await service.start();
    }
    const isSettled = async (): Promise<boolean> => {
      await skipGathering(sql, organization);
      const [resolved, ongoing, waiting] = await Promise.all([
        organization.list({ state: 'RESOLVED', limit: 100 }),
        organization.list({ state: 'ONGOING', limit: 100 }),
        sql.query(`SELECT FROM incident.alert_job WHERE state = 'PENDING'`),
      ]);
      const totals = [resolved, ongoing].map(({ pagination }) => pagination.total);
      return totals.every((total) => total === 25) && waiting.rows.length === 0;
    };
    // Messages that the dead processes held are delivered again some seconds later.
    await waitFor('everything to be applied and told', isSettled, { timeoutMs: 30_000, intervalMs: 200 });
    const { rows } = await sql.query<{ type: string; count: number }>(
      `SELECT payload::json->'event'->>'type' AS type, count(*)::integer FROM incident.outbox
       WHERE payload::json->>'organizationId' = $1 AND published_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
      [organization.id],
    );
    expect(rows).toEqual([
      { type: 'incident.opened', count: 50 },
      { type: 'incident.resolved', count: 25 },
    ]);
    const told = new Set(webhooks.to('/alerts').map(({ headers }) => headers['webhook-id']));
    expect(told.size).toBe(75);
    const { rows: entries } = await sql.query<{ news: string; count: number; incidents: number }>(
      `SELECT what->>'news' AS news, count(*)::integer, count(DISTINCT incident_id)::integer AS incidents
       FROM incident.timeline_entry
       WHERE type = 'ALERT_SENT' AND what->>'channel' = 'EMAIL' AND incident_id = ANY ($1) GROUP BY 1 ORDER BY 1`,
      [outages.map(({ incidentId }) => incidentId)],
    );
    expect(entries).toEqual([
      { news: 'OPENED', count: 50, incidents: 50 },
      { news: 'RESOLVED', count: 25, incidents: 25 },
    ]);
    const mails = smtp.to('storm@example.com');
    const texts = mails.map(({ text = '' }) => text).join('\n');
    expect(outages.filter(({ incidentId }) => !texts.includes(incidentId))).toEqual([]);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBeLessThan(50);
  }, 120_000);
});
