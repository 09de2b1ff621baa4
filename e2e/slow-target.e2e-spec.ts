import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AlertAnswer, AlertContact, Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { WrongClocks } from './faults/wrong-clocks.ts';
import { CheckTargets } from './support/check-targets.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';

// From a target that is slow to the mail in the box. The five minutes pass on the clock of the incident service alone.

const MINUTES_5_MS = 5 * 60_000;
const TO = 'slow@example.com';
const smtp = new SmtpReceiver();
let clocks: WrongClocks;
let targets: CheckTargets;
let fixture: Fixture;

beforeAll(async () => {
  [clocks, targets] = await Promise.all([WrongClocks.prepare(), CheckTargets.start()]);
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'incident', 'checker-worker'],
    env: {
      SMTP_URL: await smtp.listen(),
      SMTP_FROM: 'Vedette <alerts@vedette.test>',
      ...targets.workerEnvironment,
      ...clocks.env,
    },
  });
}, 120_000);
afterAll(async () => {
  await fixture.stop();
  await Promise.all([smtp.close(), targets.stop(), clocks.remove()]);
});

it('a slow target is told by mail after 5 minutes, and its end with it', async () => {
  const { api, organizationId, key } = await fixture.tenant();
  const { operator, consoleUrl } = fixture.stack;
  const added = await operator.run('contact', 'add', '--org', organizationId, '--type', 'EMAIL', '--to', TO);
  const { id: contactId } = added as AlertContact;
  await operator.run('contact', 'set', contactId, '--notify-on', 'DEGRADED');
  const monitor = await createMonitor(api, {
    name: 'Checkout',
    url: targets.pageUrl('checkout'),
    intervalSeconds: 86_400,
    degradedSamples: 1,
    degradedThresholdMs: 2_000,
  });
  const check = async (): Promise<string> =>
    (await api.post<Monitor>(`/api/v1/monitors/${monitor.id}/check`, {})).body.state;
  const alerts = async (): Promise<string[]> => {
    const found = await fetch(`${consoleUrl}/api/console/v1/alerts`, { headers: { 'x-api-key': key } });
    if (!found.ok) throw new Error(`The alerts were answered ${found.status}`);
    const { data } = (await found.json()) as Page<AlertAnswer>;
    return data.map(({ subject, kind, state, reason }) => [subject, kind, state, reason].join(' '));
  };
  expect(await check()).toBe('UP');
  targets.page('checkout').delayMs = 2_500;
  expect(await check()).toBe('DEGRADED');
  await waitFor('the decision', async () => (await alerts()).join() === 'DEGRADED OPENED HELD DELAY');
  expect(smtp.to(TO)).toEqual([]);

  const incident = fixture.stack.service('incident');
  await clocks.move(incident, MINUTES_5_MS);
  const [mail] = await smtp.got(TO, 1);
  expect(mail?.subject).toBe('DEGRADED: Checkout is degraded');

  targets.page('checkout').delayMs = 0;
  expect(await check()).toBe('UP');
  const [, end] = await smtp.got(TO, 2);
  expect([end?.subject, end?.references]).toEqual(['RESOLVED: Checkout is no longer degraded', mail?.messageId]);
  // With a clock that is minutes ahead, a service takes every request for one that nobody waits for any more.
  await clocks.correct(incident);
  const told = 'DEGRADED RESOLVED SENT ,DEGRADED OPENED SENT ';
  await waitFor('both to be known as told', async () => (await alerts()).join() === told);
}, 60_000);
