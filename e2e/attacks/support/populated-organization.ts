import type {
  Incident,
  MaintenanceWindow,
  Monitor,
  StatusIncident,
  StatusPage,
  WebhookDeliveryDetail,
  WebhookEndpointWithSecret,
} from '@vedette/contract';
import type { SharedFixture, Tenant } from '../../support/fixture.ts';
import { createMonitor, type Page } from '../../support/monitors.ts';
import { NOWHERE } from './samples.ts';

/** An organization with at least two of everything that a path can name. */
export interface PopulatedOrganization extends Tenant {
  /** By the name of the parameter, such as `monitorId`. The last of each kind is used by no other resource. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

const HOUR_MS = 3_600_000;
/** No check is due again while the suite runs. */
const SELDOM = { intervalSeconds: 86_400, timeoutSeconds: 2 };
const at = (fromNowMs: number): string => new Date(Date.now() + fromNowMs).toISOString();

export async function populate(fixture: SharedFixture): Promise<PopulatedOrganization> {
  const tenant = await fixture.tenant({ plan: 'SCALE' });
  const { api } = tenant;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const { status, body: made } = await api.post<T>(`/api/v1/${path}`, body);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(made)}`);
    return made;
  };
  const endpoint = (enabled: boolean) =>
    post<WebhookEndpointWithSecret>('webhook-endpoints', { url: NOWHERE, eventTypes: ['*'], enabled });
  const endpoints = [await endpoint(true), await endpoint(false)];
  const deliveries = await Promise.all(
    endpoints.map(({ id }) => post<WebhookDeliveryDetail>(`webhook-endpoints/${id}/test`, {})),
  );

  const cron = (name: string): Promise<Monitor> => createMonitor(api, { ...SELDOM, name, type: 'CRON' });
  const down = (name: string): Promise<Monitor> => createMonitor(api, { ...SELDOM, name, url: NOWHERE });
  const monitors = [await cron('Job'), await down('Down'), await down('Down, then paused'), await cron('Spare')];
  const [first, failing, paused] = monitors.map(({ id }) => id);
  for (const id of [failing, paused]) await post(`monitors/${id}/check`, {});
  const incidents = await Promise.all(
    [failing, paused].map(async (id) => {
      const { body } = await api.get<Page<Incident>>(`/api/v1/incidents?monitorId=${id}`);
      return body.data[0];
    }),
  );
  // One that goes on, and one that is acknowledged and over.
  await post(`incidents/${incidents[1]?.id}/acknowledge`, {});
  await post(`monitors/${paused}/pause`, {});

  const page = (name: string, monitorId?: string): Promise<StatusPage> =>
    post('status-pages', { name, components: monitorId === undefined ? [] : [{ monitorId, group: 'Group' }] });
  const pages = [await page('Page', first), await page('Spare')];
  const statusPageIds = [pages[0]?.id];
  const window = (title: string, recurrence: object | null): Promise<MaintenanceWindow> =>
    post('maintenance-windows', {
      title,
      startsAt: at(HOUR_MS),
      endsAt: at(2 * HOUR_MS),
      monitorIds: [first],
      statusPageIds,
      recurrence,
    });
  const windows = [await window('Weekly', { frequency: 'WEEKLY' }), await window('Spare', null)];
  const publish = (title: string): Promise<StatusIncident> =>
    post('status-incidents', {
      title,
      message: 'We are **on it**',
      statusPageIds,
      monitorIds: [first],
      impact: 'NONE',
    });
  const published = [await publish('Published'), await publish('Spare')];
  await post(`status-incidents/${published[1]?.id}/updates`, { state: 'RESOLVED', message: 'Over' });

  const idsOf = (items: readonly ({ id: string } | undefined)[]): string[] => items.map((item) => item?.id ?? '');
  const ids = {
    monitorId: idsOf(monitors),
    incidentId: idsOf(incidents),
    statusPageId: idsOf(pages),
    maintenanceId: idsOf(windows),
    statusIncidentId: idsOf(published),
    endpointId: idsOf(endpoints),
    deliveryId: idsOf(deliveries),
  };
  if (Object.values(ids).flat().includes('')) throw new Error(`Something was not made: ${JSON.stringify(ids)}`);
  return { ...tenant, ids };
}

export function idOf({ ids }: PopulatedOrganization, kind: string): string {
  const [id] = ids[kind] ?? [];
  if (id === undefined) throw new Error(`No resource is made whose id is a ${kind}: add it to populate()`);
  return id;
}

/** For an operation that deletes. */
export function spareIdOf({ ids }: PopulatedOrganization, kind: string): string {
  return ids[kind]?.at(-1) ?? idOf({ ids } as PopulatedOrganization, kind);
}
