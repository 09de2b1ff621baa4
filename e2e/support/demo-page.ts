import type { MaintenanceWindow, StatusIncident, StatusPage } from '@vedette/contract';
import { MonitorPeer } from '@vedette/test-kit/monitor-peer';
import type { Tenant } from './fixture.ts';

const COMPONENTS = [
  { name: 'REST API', description: 'Public endpoints under api.northwind.example', group: 'Platform' },
  { name: 'Dashboard', description: 'The web application', group: 'Platform' },
  { name: 'Sign-in', description: 'Passwords, SSO and tokens', group: 'Platform' },
  { name: 'Webhooks', description: 'Delivery of events', group: 'Integrations' },
  { name: 'Slack app', description: null, group: 'Integrations' },
  { name: 'Frankfurt', description: null, group: 'Regions' },
  { name: 'Virginia', description: null, group: 'Regions' },
  { name: 'Singapore', description: 'Our newest region', group: 'Regions' },
];

const DAY_MS = 86_400_000;
const TIME_ZONE = 'Europe/Berlin';
const at = (fromNowMs: number): string => new Date(Date.now() + fromNowMs).toISOString();

/** By the calendar of the page: late in the evening of UTC, its date is already that of the next day. */
function dateBefore(days: number): string {
  // This language writes dates as ISO 8601 does.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE }).format();
  return new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
}

/** A page as a company has it: three groups, a past, and something planned. */
export class DemoPage {
  readonly page: StatusPage;
  readonly #tenant: Tenant;
  readonly #peer: MonitorPeer;

  private constructor(tenant: Tenant, peer: MonitorPeer, page: StatusPage) {
    this.#tenant = tenant;
    this.#peer = peer;
    this.page = page;
  }

  static async create(tenant: Tenant, peer: MonitorPeer, fields: object = {}): Promise<DemoPage> {
    const monitors = COMPONENTS.map(({ name }) => peer.add(tenant.organizationId, name));
    tellThePast(peer, monitors);
    const page = await post<StatusPage>(tenant, '/api/v1/status-pages', {
      name: 'Northwind',
      description: 'Live status of the Northwind platform and its regions.',
      timezone: TIME_ZONE,
      components: COMPONENTS.map((component, index) => Object.assign({ monitorId: monitors[index] }, component)),
      ...fields,
    });
    const demo = new DemoPage(tenant, peer, page);
    await demo.#resolvedIncident();
    await demo.#window('Weekly index maintenance', 2 * DAY_MS, { recurrence: { frequency: 'WEEKLY' } }, 'Dashboard');
    return demo;
  }

  monitorId(name: string): string {
    const component = this.page.components.find((each) => each.name === name);
    if (component === undefined) throw new Error(`The page has no component ${name}`);
    return component.monitorId;
  }

  async breakDown(): Promise<void> {
    await this.#peer.move(this.monitorId('Webhooks'), 'DOWN');
    await this.#peer.move(this.monitorId('Dashboard'), 'DEGRADED');
    const incident = await this.#publish('Webhook deliveries are delayed', 'MAJOR', 'Webhooks', at(-2_880_000), [
      'INVESTIGATING',
      'Deliveries of webhooks are **delayed by up to 20 minutes**. Nothing is lost: every event is kept and will be delivered.',
    ]);
    await this.#update(
      incident,
      'IDENTIFIED',
      'A queue in Frankfurt stopped draining after a host failure. We are moving it to another host:\n\n- Frankfurt: in progress\n- Virginia and Singapore: not affected',
    );
    const description = 'Interruptions of less than a minute are possible.';
    await this.#window('Database upgrade in Singapore', -600_000, { description }, 'Singapore');
  }

  async #resolvedIncident(): Promise<void> {
    const incident = await this.#publish('Elevated error rates', 'MINOR', 'REST API', at(-3_600_000), [
      'INVESTIGATING',
      'We see more errors than usual from the REST API.',
    ]);
    await this.#update(
      incident,
      'IDENTIFIED',
      'A change of configuration exhausted a connection pool; it is rolled back.',
    );
    await this.#update(
      incident,
      'RESOLVED',
      'Error rates are normal again. A [full report](https://northwind.example/report) follows.',
    );
  }

  #publish(
    title: string,
    impact: string,
    component: string,
    startedAt: string,
    [state, message]: readonly [string, string],
  ): Promise<StatusIncident> {
    const concerns = { statusPageIds: [this.page.id], monitorIds: [this.monitorId(component)] };
    return post(this.#tenant, '/api/v1/status-incidents', { title, impact, state, message, startedAt, ...concerns });
  }

  async #update({ id }: StatusIncident, state: string, message: string): Promise<void> {
    await post(this.#tenant, `/api/v1/status-incidents/${id}/updates`, { state, message });
  }

  #window(title: string, startsInMs: number, fields: object, component: string): Promise<MaintenanceWindow> {
    return post(this.#tenant, '/api/v1/maintenance-windows', {
      title,
      startsAt: at(startsInMs),
      endsAt: at(startsInMs + 5_400_000),
      monitorIds: [this.monitorId(component)],
      statusPageIds: [this.page.id],
      ...fields,
    });
  }
}

async function post<T>(tenant: Tenant, path: string, json: object): Promise<T> {
  const { status, body } = await tenant.api.post<T>(path, json);
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

function tellThePast(peer: MonitorPeer, monitors: readonly string[]): void {
  const [api, dashboard, signIn, webhooks, , frankfurt, virginia, singapore] = monitors;
  const tell = (id: string | undefined, days: number, seconds: Parameters<MonitorPeer['days']['set']>[1]): void => {
    peer.days.set(`${id ?? ''} ${dateBefore(days)}`, seconds);
  };
  tell(api, 12, { upSeconds: 85_800, downSeconds: 600 });
  tell(api, 41, { upSeconds: 82_000, degradedSeconds: 4_400 });
  tell(api, 70, { upSeconds: 64_000, downSeconds: 22_400 });
  tell(dashboard, 2, { upSeconds: 60_000, degradedSeconds: 26_400 });
  tell(dashboard, 30, { upSeconds: 79_200, maintenanceSeconds: 7_200 });
  tell(signIn, 55, { upSeconds: 86_340, downSeconds: 60 });
  tell(webhooks, 20, { upSeconds: 60_000, downSeconds: 20_000, degradedSeconds: 6_400 });
  tell(webhooks, 21, { upSeconds: 80_000, degradedSeconds: 6_400 });
  tell(frankfurt, 30, { upSeconds: 79_200, maintenanceSeconds: 7_200 });
  tell(virginia, 8, { upSeconds: 50_000, unknownSeconds: 36_400 });
  for (let days = 89; days > 24; days -= 1) tell(singapore, days, { upSeconds: 0, unknownSeconds: 86_400 });
  tell(singapore, 24, { upSeconds: 40_000, unknownSeconds: 46_400 });
}
