import type { IncidentDetail, Incident, WebhookDeliveryDetail } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type pg from 'pg';
import type { Tenant } from '../../support/fixture.ts';
import type { Page } from '../../support/monitors.ts';

/** One way from a field that names an address to a connection of a service. */
export interface AddressField {
  readonly resource: string;
  readonly field: string;
  readonly name: string;
  readonly body: (port: number) => object;
  /** How the field names a host. */
  readonly address: (host: string, port: number, path?: string) => string;
  /** Makes the service use the address now, and tells how that ended. */
  readonly use: (tenant: Tenant, id: string, database: pg.Pool) => Promise<string>;
  /** What is told when the address is not allowed. */
  readonly refusal: RegExp;
  readonly isSecure: boolean;
  readonly followsRedirects: boolean;
}

const ANYTHING = /^/;
const REFUSED = /only public addresses are allowed/;

const http = (host: string, port: number, path = '/'): string => `http://${host}:${port}${path}`;
const https = (host: string, port: number, path = '/'): string => `https://${host}:${port}${path}`;
const bare = (host: string): string => host.replaceAll(/[[\]]/g, '');

async function check({ api }: Tenant, id: string): Promise<string> {
  const { body } = await api.post<{ state: string }>(`/api/v1/monitors/${id}/check`, {});
  if (body.state === 'UP') return 'UP';
  const incidents = await api.get<Page<Incident>>(`/api/v1/incidents?monitorId=${id}`);
  const detail = await api.get<IncidentDetail>(`/api/v1/incidents/${incidents.body.data[0]?.id ?? ''}`);
  return JSON.stringify(detail.body);
}

async function deliver({ api }: Tenant, id: string): Promise<string> {
  const { body } = await api.post<WebhookDeliveryDetail>(`/api/v1/webhook-endpoints/${id}/test`, {});
  return body.attempts[0]?.error ?? 'UP';
}

/** A logo that could not be fetched is due again after ten minutes, one that was after a day. */
async function fetchLogo(_: Tenant, id: string, database: pg.Pool): Promise<string> {
  const due = `SELECT logo.due_at > now() + interval '20 minutes' AS "isKept"
    FROM status_page.page_logo AS logo JOIN status_page.status_page AS page
      ON page.id = logo.page_id AND page.logo_url = logo.url
    WHERE page.id = $1 AND logo.due_at > now() + interval '2 minutes'`;
  const row = await waitFor('the logo', async () => {
    return (await database.query<{ isKept: boolean }>(due, [id])).rows[0];
  });
  return row.isKept ? 'UP' : 'no logo';
}

const common = { refusal: REFUSED, isSecure: false, followsRedirects: false };

function monitor(type: string, field: string, address: AddressField['address'], more: object = {}): AddressField {
  const body = { name: type, type, intervalSeconds: 86_400, timeoutSeconds: 5, verifySsl: false, ...more };
  return {
    ...common,
    resource: 'monitors',
    field,
    name: `a ${type} monitor`,
    body: (port) => (type === 'PORT' ? { ...body, port } : body),
    address,
    use: check,
  };
}

export const ADDRESS_FIELDS: readonly AddressField[] = [
  { ...monitor('HTTP', 'url', http), followsRedirects: true },
  { ...monitor('KEYWORD', 'url', http, { keyword: 'welcome' }), followsRedirects: true },
  monitor('SSL', 'url', https),
  monitor('PORT', 'host', bare),
  monitor('PING', 'host', bare),
  // These two ask DNS servers and registries about a name, and connect to nothing that the name leads to.
  { ...monitor('DNS', 'url', bare), refusal: ANYTHING },
  { ...monitor('DOMAIN', 'url', bare), refusal: ANYTHING },
  {
    ...common,
    resource: 'webhook-endpoints',
    field: 'url',
    name: 'a webhook endpoint',
    body: () => ({ eventTypes: ['webhook.test'] }),
    address: https,
    use: deliver,
    isSecure: true,
  },
  {
    ...common,
    resource: 'status-pages',
    field: 'logoUrl',
    name: 'a logo',
    body: () => ({ name: 'Logo' }),
    address: https,
    use: fetchLogo,
    refusal: /^no logo$/,
    isSecure: true,
    followsRedirects: true,
  },
  {
    ...common,
    resource: 'status-pages',
    field: 'customDomain',
    name: 'a custom domain',
    body: () => ({ name: 'Domain' }),
    address: bare,
    use: async () => 'DNS is asked about it, and nothing else',
    refusal: ANYTHING,
  },
];
