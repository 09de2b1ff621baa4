import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ended } from '@vedette/test-kit/facts';
import { smtpError } from '@vedette/test-kit/smtp-receiver';
import {
  alertsOf,
  applied,
  appliedTogether,
  AT_ONCE,
  endStorm,
  outagesOf,
  settled,
  skipGathering,
} from './support/storms.ts';
import { startSuite, type Suite } from './support/suite.ts';

// Contacts that get many alerts at once, with two replicas of the service.

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite({ replicas: 2 });
});

afterEach(() => {
  suite.smtp.react = () => undefined;
});

afterAll(() => suite.stop());

describe('mail', () => {
  it('tells the first five at once, and the rest in one message 15 seconds after the sixth', async () => {
    const organization = suite.organization();
    const to = `${newId('req')}@example.com`;
    await organization.addContact({ to, name: 'Ops' });
    const outages = outagesOf(9);
    await applied(organization, outages.slice(0, AT_ONCE));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 0 });
    const sixthAt = Date.now();
    await applied(organization, outages.slice(AT_ONCE));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 4 });
    await suite.smtp.got(to, AT_ONCE + 1);
    expect(Date.now() - sixthAt).toBeGreaterThan(14_900);
    expect(Date.now() - sixthAt).toBeLessThan(18_000);
    await settled(suite.pool, organization, { sent: 9, held: 0 });
    const mails = suite.smtp.to(to);
    expect(mails).toHaveLength(AT_ONCE + 1);
    const digest = mails.at(-1);
    expect(digest?.subject).toBe('ALERTS: 4 down');
    for (const { incidentId } of outages.slice(AT_ONCE)) {
      expect(digest?.text).toContain(incidentId);
      const timeline = await organization.timeline(incidentId, 'ALERT_SENT');
      expect(timeline).toContain('ALERT_SENT: Told Ops of the outage by email');
      expect(timeline).toContainEqual(
        expect.stringMatching(/^ALERT_SUPPRESSED: Ops is told of the outage at .* UTC toge/),
      );
    }
  }, 40_000);

  it('says why an alert waits, and that it was told with others', async () => {
    const organization = suite.organization();
    await organization.addContact({ to: `${newId('req')}@example.com` });
    await applied(organization, outagesOf(7));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 2 });
    const held = (await alertsOf(organization)).filter(({ state }) => state === 'HELD');
    expect(held).toHaveLength(2);
    for (const { reason, until, sentAt } of held) {
      expect({ reason, sentAt }).toEqual({ reason: 'STORM', sentAt: null });
      expect(Date.parse(until ?? '')).toBeGreaterThan(Date.now());
    }
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 7, held: 0 });
    const reasons = (await alertsOf(organization)).map(({ state, reason, until }) => ({ state, reason, until }));
    expect(reasons.filter(({ reason }) => reason === 'STORM')).toHaveLength(2);
    expect(reasons.every(({ state, until }) => state === 'SENT' && until === null)).toBe(true);
  });

  it('tells of what began and ended meanwhile in one line, and follows the message of the opening', async () => {
    const organization = suite.organization();
    const to = `${newId('req')}@example.com`;
    await organization.addContact({ to });
    const outages = outagesOf(8);
    await applied(organization, outages);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 3 });
    const [, , , , , short, long] = outages;
    if (short === undefined || long === undefined) throw new Error('there are eight');
    await organization.apply(ended(short));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 4 });
    await skipGathering(suite.pool, organization);
    const mails = await suite.smtp.got(to, AT_ONCE + 1);
    const digest = mails.at(-1);
    expect(digest?.subject).toBe('ALERTS: 2 down, 1 up again');
    expect(digest?.text?.split(short.monitor.name)).toHaveLength(2);
    expect(await organization.timeline(short.incidentId, 'ALERT_SENT', 2)).toEqual(
      expect.arrayContaining([expect.stringContaining('of the outage by'), expect.stringContaining('of its end by')]),
    );
    await organization.apply(ended(long));
    await settled(suite.pool, organization, { sent: 9, held: 1 });
    await skipGathering(suite.pool, organization);
    const [second] = (await suite.smtp.got(to, AT_ONCE + 2)).slice(AT_ONCE + 1);
    expect(second?.subject).toBe('ALERTS: 1 up again');
    expect(second?.references).toBe(digest?.messageId);
  });

  it('is back to one by one after a minute in which nothing was gathered', async () => {
    const organization = suite.organization();
    const to = `${newId('req')}@example.com`;
    await organization.addContact({ to });
    const outages = outagesOf(6);
    await applied(organization, outages);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 1 });
    await skipGathering(suite.pool, organization);
    await settled(suite.pool, organization, { sent: 6, held: 0 });
    await endStorm(suite.pool, organization);
    const sixth = outages[5];
    if (sixth === undefined) throw new Error('there are six');
    await organization.apply(ended(sixth));
    const last = (await suite.smtp.got(to, 7)).at(-1);
    expect(last?.subject).toBe('RESOLVED: Shop 6 is up again');
    expect(last?.references).toBe(suite.smtp.to(to)[5]?.messageId);
  });

  it('names 50 outages at most, and each of the others still says once that its contact was told', async () => {
    const organization = suite.organization();
    const to = `${newId('req')}@example.com`;
    await organization.addContact({ to, name: 'Ops' });
    const outages = outagesOf(60);
    await appliedTogether(organization, outages);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 55 });
    await skipGathering(suite.pool, organization);
    const digest = (await suite.smtp.got(to, AT_ONCE + 1)).at(-1);
    expect(digest?.subject).toBe('ALERTS: 55 down');
    expect(digest?.text?.match(/^- DOWN: /gm)).toHaveLength(50);
    expect(digest?.text).toContain('- and 5 more');
    await settled(suite.pool, organization, { sent: 60, held: 0 });
    for (const { incidentId } of outages) {
      const timeline = await organization.timeline(incidentId, 'ALERT_SENT');
      expect(timeline.filter((line) => line === 'ALERT_SENT: Told Ops of the outage by email')).toHaveLength(1);
    }
    expect(suite.smtp.to(to)).toHaveLength(AT_ONCE + 1);
  });

  it('of several alerts that is refused is sent again as it was, and what follows waits in another one', async () => {
    const organization = suite.organization();
    const to = `${newId('req')}@example.com`;
    await organization.addContact({ to });
    await applied(organization, outagesOf(7));
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 2 });
    const refused: (string | undefined)[] = [];
    suite.smtp.react = ({ to: recipients, messageId, subject }) => {
      if (recipients?.[0]?.address !== to || refused.length === 1) return;
      expect(subject).toBe('ALERTS: 2 down');
      refused.push(messageId);
      throw smtpError(451, 'Try again');
    };
    await skipGathering(suite.pool, organization);
    await waitFor('the refusal', () => refused.length === 1);
    await applied(organization, outagesOf(1, 'Late'));
    const digest = (await suite.smtp.got(to, AT_ONCE + 1)).at(-1);
    expect({ id: digest?.messageId, subject: digest?.subject }).toEqual({ id: refused[0], subject: 'ALERTS: 2 down' });
    await settled(suite.pool, organization, { sent: 7, held: 1 });
    await skipGathering(suite.pool, organization);
    expect((await suite.smtp.got(to, AT_ONCE + 2)).at(-1)?.subject).toBe('ALERTS: 1 down');
  });

  it('tells nothing of a monitor that is paused before the message is written, and does not count it as told', async () => {
    const organization = suite.organization();
    const to = `${newId('req')}@example.com`;
    await organization.addContact({ to });
    const outages = outagesOf(7);
    await applied(organization, outages);
    await settled(suite.pool, organization, { sent: AT_ONCE, held: 2 });
    const sixth = outages[5];
    if (sixth === undefined) throw new Error('there are seven');
    const writing = await suite.pool.connect();
    try {
      // The message is written from this table, too, after its alerts are leased.
      await writing.query('BEGIN; LOCK TABLE incident.alert_subject IN ACCESS EXCLUSIVE MODE');
      await skipGathering(suite.pool, organization);
      await settled(suite.pool, organization, { sent: AT_ONCE, held: 0 });
      await organization.apply(ended(sixth, 'PAUSED'));
    } finally {
      await writing.query('COMMIT');
      writing.release();
    }
    await settled(suite.pool, organization, { sent: 6, held: 0 });
    expect(suite.smtp.to(to).at(-1)?.subject).toBe('ALERTS: 1 down');
    const alert = (await alertsOf(organization)).find(({ incidentId }) => incidentId === sixth.incidentId);
    expect(alert).toMatchObject({ state: 'SUPPRESSED', reason: 'PAUSED', sentAt: null });
  });
});
