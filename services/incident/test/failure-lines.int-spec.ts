import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type ServiceProcess } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { newOutage } from '@vedette/test-kit/facts';
import { startProcesses, type Processes } from './support/processes.ts';

const ATTEMPTS = 8;

const webhooks = new ChatReceiver();
let processes: Processes;
let service: ServiceProcess;
let url: string;

beforeAll(async () => {
  processes = await startProcesses();
  url = await webhooks.listen();
  service = await processes.spawn();
}, 60_000);

afterAll(async () => {
  await processes.stop();
  await webhooks.close();
});

function lines(words: string): Record<string, unknown>[] {
  return service.logs.filter((line) => line.includes(words)).map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('what an organization’s bad receiver leaves in the log', () => {
  it('is a line when it begins to fail and when its failure changes, and one sum of the rest', async () => {
    const organization = processes.organization();
    const path = `/${organization.id}`;
    let status = 500;
    webhooks.answer = () => ({ status });
    const { id: receiver } = await organization.addContact({ type: 'WEBHOOK', to: `${url}${path}` });
    const outage = newOutage();
    await organization.apply(outage);
    for (let attempts = 1; attempts <= ATTEMPTS; attempts += 1) {
      if (attempts === ATTEMPTS - 1) status = 503;
      await waitFor(`attempt ${attempts} to be noted`, async () => {
        const { rowCount } = await processes.sql.query(
          `UPDATE incident.alert_job SET due_at = now()
           WHERE organization_id = $1 AND attempts = $2 AND lease_until IS NULL`,
          [organization.id, attempts],
        );
        return rowCount === 1;
      });
    }
    await service.stop();
    const failures = lines('an alert could not be sent').filter((line) => 'receiver' in line);
    expect(failures).toMatchObject([
      { organizationId: organization.id, receiver, reason: 'the receiver answered 500', attempts: 1 },
      { organizationId: organization.id, receiver, reason: 'the receiver answered 503' },
    ]);
    const [sum] = lines('more of these');
    expect(sum).toMatchObject({ organizations: 1, most: [{ organizationId: organization.id }] });
    expect(webhooks.to(path)).toHaveLength(failures.length + Number(sum?.['failures']));
    expect(service.logs.filter((line) => line.includes(path))).toEqual([]);
  }, 60_000);
});
