import { get, type Agent } from 'node:http';
import type { Incident, Monitor, StatusIncident, StatusPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { TargetServer } from '@vedette/test-kit/target-server';
import type { ApiClient, ApiResponse } from './api-client.ts';
import type { KubeService } from './kube-service.ts';
import { Load } from './load.ts';
import { createMonitor, type Page } from './monitors.ts';

export interface PublicSides {
  readonly api: KubeService;
  readonly pages: KubeService;
  readonly heartbeats: KubeService;
}

/** What has to be told to receivers, by the names, messages and incidents that were made. */
export interface ToldEvents {
  readonly names: string[];
  readonly messages: string[];
  readonly incidentIds: string[];
}

interface Subjects {
  readonly renamed: Monitor;
  readonly checked: Monitor;
  readonly flapping: Monitor;
  readonly job: Monitor;
  readonly page: StatusPage;
  readonly published: StatusIncident;
}

/** Mixed traffic of users: about thirty requests a second, each of which must get its expected answer. */
export class RollingTraffic {
  readonly load = new Load();
  readonly told: ToldEvents = { names: [], messages: [], incidentIds: [] };

  private constructor(
    private readonly api: ApiClient,
    private readonly sides: PublicSides,
    private readonly subjects: Subjects,
  ) {}

  static async prepare(api: ApiClient, sides: PublicSides, target: TargetServer): Promise<RollingTraffic> {
    const renamed = await createMonitor(api, { type: 'CRON' });
    const seldom = { intervalSeconds: 86_400, timeoutSeconds: 10 };
    const checked = await createMonitor(api, { ...seldom, url: target.url('checked') });
    const flapping = await createMonitor(api, { ...seldom, url: target.url('flapping') });
    const job = await createMonitor(api, { type: 'CRON', expectedPeriodSec: 60, graceSeconds: 0 });
    const { body: page } = await api.post<StatusPage>('/api/v1/status-pages', {
      name: 'Acme',
      slug: 'acme',
      components: [{ monitorId: job.id }],
    });
    const { body: published } = await api.post<StatusIncident>('/api/v1/status-incidents', {
      title: 'Slow',
      message: 'We look into it.',
      statusPageIds: [page.id],
    });
    for (const { id } of [checked, flapping]) {
      const isUp = async () => (await api.get<Monitor>(`/api/v1/monitors/${id}`)).body.state === 'UP';
      await waitFor('the first check', isUp);
    }
    const visitor = sides.pages.client();
    await waitFor('the page to be public', async () => (await fetched(visitor, `/${page.slug}`)) === 200);
    visitor.destroy();
    return new RollingTraffic(api, sides, { renamed, checked, flapping, job, page, published });
  }

  get job(): Monitor {
    return this.subjects.job;
  }

  /** `setBroken` lets the path `flapping` of the target fail, or not. */
  start(setBroken: (isBroken: boolean) => void): void {
    const { load, sides } = this;
    const client = (): ApiClient => this.api.over(sides.api.client());
    load.add('reader', 100, this.#reader(client()));
    load.add('writer', 200, this.#writer(client()));
    load.add('publisher', 500, this.#publisher(client()));
    load.add('checker', 500, this.#checker(client()));
    load.add('outages', 1_000, this.#outages(client(), setBroken));
    load.add('visitor', 200, this.#visitor(sides.pages.client()));
    load.add('job', 200, this.#pinger(sides.heartbeats.client()));
  }

  #reader(api: ApiClient): () => Promise<void> {
    const { renamed, page, published } = this.subjects;
    const paths = [
      '/api/v1/monitors?limit=10',
      `/api/v1/monitors/${renamed.id}`,
      '/api/v1/incidents',
      `/api/v1/status-pages/${page.id}`,
      `/api/v1/status-incidents/${published.id}`,
      '/api/v1/maintenance-windows',
      '/api/v1/webhook-endpoints',
      '/api/v1/webhook-deliveries?limit=5',
    ];
    let turn = 0;
    return async () => {
      expectStatus(200, await api.get(paths[(turn += 1) % paths.length] ?? ''));
    };
  }

  #writer(api: ApiClient): () => Promise<void> {
    const { id } = this.subjects.renamed;
    let turn = 0;
    return async () => {
      const name = `Name ${(turn += 1)}`;
      const { body } = expectStatus(200, await api.patch<Monitor>(`/api/v1/monitors/${id}`, { name }));
      if (body.name !== name) throw new Error(`It is called ${body.name} instead of ${name}`);
      this.told.names.push(name);
    };
  }

  #publisher(api: ApiClient): () => Promise<void> {
    const { id } = this.subjects.published;
    let turn = 0;
    return async () => {
      const message = `Update ${(turn += 1)}`;
      const update = { state: 'IDENTIFIED', message };
      expectStatus(201, await api.post(`/api/v1/status-incidents/${id}/updates`, update));
      this.told.messages.push(message);
    };
  }

  #checker(api: ApiClient): () => Promise<void> {
    const { id } = this.subjects.checked;
    return async () => expectState('UP', await api.post<Monitor>(`/api/v1/monitors/${id}/check`, {}));
  }

  /** A target that breaks and is mended: each time an incident, in the list as soon as the check has answered. */
  #outages(api: ApiClient, setBroken: (isBroken: boolean) => void): () => Promise<void> {
    const { id } = this.subjects.flapping;
    const check = () => api.post<Monitor>(`/api/v1/monitors/${id}/check`, {});
    const ongoing = async (): Promise<Incident[]> => {
      const path = `/api/v1/incidents?monitorId=${id}&state=ONGOING`;
      return expectStatus(200, await api.get<Page<Incident>>(path)).body.data;
    };
    return async () => {
      setBroken(true);
      expectState('DOWN', await check());
      const opened = await ongoing();
      if (opened.length !== 1) throw new Error(`${opened.length} incidents are ongoing instead of one`);
      this.told.incidentIds.push(...opened.map((incident) => incident.id));
      setBroken(false);
      expectState('UP', await check());
      if ((await ongoing()).length > 0) throw new Error('The incident is still ongoing');
    };
  }

  #visitor(agent: Agent): () => Promise<void> {
    const path = `/${this.subjects.page.slug}`;
    return async () => expectFetched(await fetched(agent, path));
  }

  #pinger(agent: Agent): () => Promise<void> {
    const { pathname } = new URL(this.job.heartbeatUrl ?? '');
    return async () => expectFetched(await fetched(agent, pathname));
  }
}

function expectStatus<T>(status: number, answer: ApiResponse<T>): ApiResponse<T> {
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)} instead of ${status}`);
  return answer;
}

function expectState(state: Monitor['state'], answer: ApiResponse<Monitor>): void {
  const { body } = expectStatus(200, answer);
  if (body.state !== state) throw new Error(`The monitor is ${body.state} instead of ${state}`);
}

function expectFetched(status: number): void {
  if (status !== 200) throw new Error(`${status} instead of 200`);
}

function fetched(agent: Agent, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get({ agent, path, host: 'service.test' }, (response) => {
      response.once('end', () => resolve(response.statusCode ?? 0)).once('error', reject);
      response.resume();
    });
    request.once('error', reject);
  });
}
