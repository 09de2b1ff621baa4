import type { AlertAnswer, MonitorAlerting, OutageFact } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { newId } from '@vedette/contract';
import { newOutage } from '@vedette/test-kit/facts';
import { MonitorPeer } from './monitor-peer.ts';
import type { Organization } from './organization.ts';
import { startSuite, type Suite } from './suite.ts';

export function put(organization: Organization, id: string, body: Partial<MonitorAlerting>): Promise<MonitorAlerting> {
  return organization.call('setMonitorAlerting', { id, body: { parentId: null, runbookUrl: null, ...body } });
}

export function alertingOf(organization: Organization, id: string): Promise<MonitorAlerting> {
  return organization.call('getMonitorAlerting', { id });
}

/** The service beside a monitor service whose checks a test decides. */
export interface ParentSuite {
  readonly suite: Suite;
  readonly monitors: MonitorPeer;
  stop(): Promise<void>;
}

export async function startParentSuite(): Promise<ParentSuite> {
  const suite = await startSuite();
  const monitors = await MonitorPeer.start(suite);
  const stop = (): Promise<void> => {
    monitors.answerAll();
    return suite.stop();
  };
  return { suite, monitors, stop };
}

/** A monitor that depends on another one, whose outage is about to be told to a contact. */
export interface Family {
  readonly organization: Organization;
  readonly to: string;
  readonly parentId: string;
  readonly parent: OutageFact;
  readonly child: OutageFact;
}

export async function newFamily({ suite, monitors }: ParentSuite): Promise<Family> {
  const organization = suite.organization();
  const to = `${newId('req')}@example.com`;
  await organization.addContact({ to });
  const parentId = monitors.newMonitor(organization, 'Router');
  const childId = monitors.newMonitor(organization, 'Shop');
  await put(organization, childId, { parentId });
  return {
    organization,
    to,
    parentId,
    parent: newOutage({ monitorId: parentId, name: 'Router' }),
    child: newOutage({ monitorId: childId, name: 'Shop' }),
  };
}

export async function decisionsOf(organization: Organization, { incidentId }: OutageFact): Promise<AlertAnswer[]> {
  const { data } = await organization.call('listAlerts', { query: { limit: 100, incidentId } });
  return data.toReversed();
}

/** Waits until the decisions about the outage are these: `KIND STATE REASON`. */
export async function decided(organization: Organization, outage: OutageFact, expected: string[]): Promise<void> {
  await waitFor(`the decisions ${expected.join(', ')}`, async () => {
    const lines = (await decisionsOf(organization, outage)).map(({ kind, state, reason }) =>
      [kind, state, ...(reason === null ? [] : [reason])].join(' '),
    );
    return lines.join() === expected.join();
  });
}

/** Waits until the alerts of the outage are held back because the parent is down, and not because it is being checked. */
export async function held({ organization, child }: Family): Promise<AlertAnswer> {
  return waitFor('the alert to be held', async () => {
    const [opened] = await decisionsOf(organization, child);
    return opened?.reason === 'PARENT_DOWN' && opened.until === null ? opened : undefined;
  });
}

/** Lets the time pass for which alerts wait. */
export async function passWait({ suite }: ParentSuite, { incidentId }: OutageFact): Promise<void> {
  await suite.pool.query('UPDATE incident.parent_wait SET until = now() WHERE incident_id = $1', [incidentId]);
}

/** The parent is down: its check opens its incident, and so does nothing else. */
export function goesDown({ monitors }: ParentSuite, { organization, parentId, parent }: Family): void {
  monitors.onCheck(parentId, async () => void (await organization.apply(parent)));
}

export function subjectsTo({ suite }: ParentSuite, to: string): string[] {
  return suite.smtp.to(to).map(({ subject = '' }) => subject);
}
