/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contract, type StatusPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import got from 'got';
import type { Page } from 'playwright-core';
import type { ErrorEnvelope } from '../support/api-client.ts';
import { TestBrowser } from '../support/browser.ts';
import { type SharedFixture, sharedFixture, type Tenant } from '../support/fixture.ts';
import { createMonitor } from '../support/monitors.ts';
import { idKind, textFields, withText } from './support/request-fields.ts';

// Texts of customers on public pages, which anybody may open: in every field that a page shows, none becomes markup.

const HOUR_MS = 3_600_000;
const at = (fromNowMs: number): string => new Date(Date.now() + fromNowMs).toISOString();

/** Each would set `pwned` if it ran as a script; MARK stands for the field that shows it. */
const PAYLOADS = [
  '<script>window.pwned="MARK"</script>MARK',
  '<img src=x onerror=window.pwned="MARK">MARK',
  '"><svg onload=window.pwned="MARK">MARK',
  'MARK" autofocus onfocus="window.pwned=1" x="',
  "MARK' onmouseover='window.pwned=1' style='position:fixed;inset:0",
  '</title></style></textarea><script>window.pwned=1</script>MARK',
  '<!--><script>window.pwned=1</script>-->MARK',
  ']]><script>window.pwned=1</script>MARK',
  '[MARK](javascript:window.pwned=1) ![MARK](javascript:window.pwned=1)',
  '[MARK](data:text/html,<script>parent.pwned=1</script>)',
  '<a href="jav&#x09;ascript:window.pwned=1">MARK</a>',
  '<iframe srcdoc="<script>parent.pwned=1</script>">MARK',
  '&lt;script&gt;window.pwned=1&lt;/script&gt;MARK',
  '[MARK]: javascript:window.pwned=1\n\n[MARK] <javascript:window.pwned=1>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.pwned=1>MARK',
];

let fixture: SharedFixture;
let tenant: Tenant;
let browser: TestBrowser;
/** Without the content security policy, which would hide a hole. */
let unprotected: Page;
/** The page of each payload. */
const pages = new Map<string, StatusPage>();

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
  browser = await TestBrowser.launch();
  unprotected = (await browser.open('about:blank', { bypassCSP: true })).page;
  await Promise.all(PAYLOADS.map(async (payload) => pages.set(payload, await pageWith(payload))));
});
afterAll(() => browser.close());

/** The fields that a page shows as they were written. */
const SHOWN = [
  'createMonitor name',
  'createStatusPage name',
  'createStatusPage description',
  'createStatusPage components.0.name',
  'createStatusPage components.0.description',
  'createStatusPage components.0.group',
  'createStatusIncident title',
  'createStatusIncident message',
  'createStatusIncidentUpdate message',
  'createMaintenanceWindow title',
  'createMaintenanceWindow description',
] as const;
/** The fields whose form leaves no room for a script. */
const NARROW = [
  'createStatusPage slug',
  'createStatusPage customDomain',
  'createStatusPage accentColor',
  'createStatusPage logoUrl',
  'createStatusPage timezone',
  'createMaintenanceWindow recurrence.timezone',
] as const;

const markOf = (field: (typeof SHOWN)[number]): string => `mark${SHOWN.indexOf(field)}x`;

async function post<T>(path: string, body: object): Promise<T> {
  const { status, body: made } = await tenant.api.post<T>(`/api/v1/${path}`, body);
  if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(made)}`);
  return made;
}

/** A page that shows the payload in all of its fields. */
async function pageWith(payload: string): Promise<StatusPage> {
  const text = (field: (typeof SHOWN)[number]): string => payload.replaceAll('MARK', markOf(field));
  const unnamed = await createMonitor(tenant.api, { type: 'CRON', name: text('createMonitor name') });
  const named = await createMonitor(tenant.api, { type: 'CRON', name: 'Named otherwise' });
  const page = await post<StatusPage>('status-pages', {
    name: text('createStatusPage name'),
    slug: `xss-${PAYLOADS.indexOf(payload)}-${tenant.organizationId.slice(-12)}`,
    description: text('createStatusPage description'),
    components: [
      { monitorId: unnamed.id },
      {
        monitorId: named.id,
        name: text('createStatusPage components.0.name'),
        description: text('createStatusPage components.0.description'),
        group: text('createStatusPage components.0.group'),
      },
    ],
  });
  const statusPageIds = [page.id];
  const incident = await post<{ id: string }>('status-incidents', {
    title: text('createStatusIncident title'),
    message: text('createStatusIncident message'),
    statusPageIds,
    monitorIds: [named.id],
  });
  const message = text('createStatusIncidentUpdate message');
  await post(`status-incidents/${incident.id}/updates`, { state: 'IDENTIFIED', message });
  await post('maintenance-windows', {
    title: text('createMaintenanceWindow title'),
    description: text('createMaintenanceWindow description'),
    startsAt: at(HOUR_MS),
    endsAt: at(2 * HOUR_MS),
    monitorIds: [named.id],
    statusPageIds,
  });
  return page;
}

const marks = SHOWN.map(markOf);

/** Elements and attributes that could run a script, apart from the page's own file; runs in the browser. */
function scriptsIn([text, type]: [text: string, type: DOMParserSupportedType]): string[] {
  const parsed = new DOMParser().parseFromString(text, type);
  // The content of a feed is HTML inside of text.
  const contents = [...parsed.querySelectorAll('content, summary')].map((each) =>
    new DOMParser().parseFromString(each.textContent, 'text/html'),
  );
  const elements = [parsed, ...contents].flatMap((each) => Array.from(each.querySelectorAll('*')));
  return elements.flatMap((element) => {
    const isOwnFile = element.localName === 'script' && (element.getAttribute('src') ?? '').startsWith('/_/');
    const isActive = /^(script|iframe|object|embed|base|form|math|foreignobject|parsererror)$/i.test(element.localName);
    const hasScript = [...element.attributes].some(
      ({ name, value }) =>
        /^(on|srcdoc$)/i.test(name) || /^(javascript|data|vbscript):/i.test(value.replaceAll(/\s/g, '')),
    );
    return (isActive && !isOwnFile) || hasScript ? [element.outerHTML.slice(0, 200)] : [];
  });
}

const read = (url: string): Promise<string> => got(url, { retry: { limit: 0 } }).text();

/** The page once it shows all fields. */
function wholePage(url: string): Promise<string> {
  return waitFor('the whole page', async () => {
    const html = await read(url);
    return marks.every((mark) => html.includes(mark)) && html;
  });
}

describe('a text with a script in it', () => {
  it('is tried in every field of a page', () => {
    const texts = contract.operations
      .filter(({ service, status }) => service === 'status-page' && status === 201)
      .flatMap(({ id, body }) =>
        textFields(body)
          .filter(
            ({ name, schema }) => schema.enum === undefined && !('x-timestamp' in schema) && idKind(name) === undefined,
          )
          .map(({ path }) => `${id} ${path}`),
      );
    expect(new Set([...SHOWN, ...NARROW])).toEqual(new Set([...texts, 'createMonitor name']));
  });

  it.each(NARROW)('is refused as %s', async (field) => {
    const [id, path = ''] = field.split(' ');
    const operation = contract.operations.find((each) => each.id === id);
    const answers = await Promise.all(
      PAYLOADS.map((payload) =>
        tenant.api.post<ErrorEnvelope>(operation?.path ?? '', withText({ name: 'Narrow' }, path, payload)),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body.error.details?.map((detail) => detail.path)).toContain(path);
    }
  });

  it.each(PAYLOADS)('runs nowhere: %j', async (payload) => {
    const { url = '', components = [] } = pages.get(payload) ?? {};
    const html = await wholePage(url);
    await unprotected.goto(url, { waitUntil: 'load' });
    const forms: [string, DOMParserSupportedType][] = [
      [html, 'text/html'],
      [await read(`${url}/history`), 'text/html'],
      [await read(`${url}/feed.atom`), 'application/xml'],
      ...(await Promise.all(
        components.map(async ({ id }): Promise<[string, DOMParserSupportedType]> => {
          return [await read(`${url}/badge/${id}.svg`), 'image/svg+xml'];
        }),
      )),
    ];
    for (const form of forms) expect(await unprotected.evaluate(scriptsIn, form)).toEqual([]);
    const words = await unprotected.evaluate(() => document.body.textContent);
    expect(marks.filter((mark) => !words.includes(mark))).toEqual([]);
    await unprotected.mouse.move(5, 5);
    const hasRun = () => unprotected.evaluate(() => 'pwned' in globalThis);
    expect(await hasRun()).toBe(false);
    await unprotected.goto(`${url}/history`);
    expect(await hasRun()).toBe(false);
  });

  it('leaves nothing for the content security policy to refuse, which allows no script but our own', async () => {
    const { page, complaints, hosts } = await browser.open('about:blank');
    for (const { url } of pages.values()) {
      await wholePage(url);
      await page.goto(url, { waitUntil: 'load' });
      expect([complaints, [...hosts]]).toEqual([[], [new URL(url).host]]);
    }
  });

  it('is JSON that no browser takes for a page', async () => {
    for (const { url } of pages.values()) {
      const { headers, body } = await got(`${url}.json`, { retry: { limit: 0 } });
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-content-type-options': 'nosniff' });
      JSON.parse(body);
    }
  });
});
