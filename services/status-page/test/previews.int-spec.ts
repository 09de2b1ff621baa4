import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PreviewRepository } from '../src/previews/preview.repository.ts';
import { ask, type Answer } from './support/http.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
let secondPort: number;

beforeAll(async () => {
  suite = await startSuite();
  ({ publicPort: secondPort } = await suite.startReplica());
});
afterAll(() => suite.stop());

const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;
const open = (preview: { url: string }, port = suite.config.port): Promise<Answer> => ask(port, pathOf(preview));

describe('the preview of a page', () => {
  it('is what the public would see, with the present states, and is on no public list', async () => {
    const organization = suite.organization();
    const [up, down] = [suite.peers.add(organization.id, 'Shop'), suite.peers.add(organization.id, 'API', 'DOWN')];
    const preview = await organization.call('createStatusPagePreview', {
      body: {
        name: 'Not <yet> there',
        accentColor: '#aa3300',
        components: [{ monitorId: up }, { monitorId: down, name: 'Our API', group: 'Inside' }],
      },
    });
    const { status, body } = await open(preview);
    expect(status).toBe(200);
    expect(body).toContain('<h1>Partial outage</h1>');
    expect(body).toContain('Not &lt;yet&gt; there');
    expect(body).toMatch(/style-aa3300\.css/);
    for (const text of ['Shop', 'Our API', 'Inside', 'class="bars"']) expect(body).toContain(text);
    expect(body).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=/);
    const { data } = await organization.call('listStatusPages');
    expect(data).toEqual([]);
  });

  it('shows the incidents of the page that is edited, published or not, and leads nowhere else', async () => {
    const organization = suite.organization();
    const page = await organization.call('createStatusPage', { body: { name: 'Hidden', published: false } });
    await organization.call('createStatusIncident', {
      body: { title: 'Slow logins', message: 'We **look** into it.', statusPageIds: [page.id] },
    });
    const preview = await organization.call('createStatusPagePreview', {
      body: { name: 'Renamed', statusPageId: page.id },
    });
    const { body } = await open(preview);
    expect(body).toContain('Slow logins');
    expect(body).toContain('<strong>look</strong>');
    expect(body).toContain('Renamed');
    const links = [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(3);
    for (const href of links) expect(href).toMatch(/^#/);
  });

  it('has the logo in it, if the page has fetched it already', async () => {
    const organization = suite.organization();
    const logoUrl = 'https://logos.example/logo.svg';
    const page = await organization.call('createStatusPage', { body: { name: 'L', logoUrl } });
    await suite.pool.query(
      `INSERT INTO status_page.page_logo (page_id, url, content_type, bytes, due_at)
       VALUES ($1, $2, 'image/svg+xml', '<svg/>', now() + interval '1 day')
       ON CONFLICT (page_id) DO UPDATE SET content_type = EXCLUDED.content_type, bytes = EXCLUDED.bytes`,
      [page.id, logoUrl],
    );
    const body = { name: 'L', statusPageId: page.id, logoUrl };
    const same = await open(await organization.call('createStatusPagePreview', { body }));
    expect(same.body).toContain(`<img src="data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}"`);
    const other = await open(
      await organization.call('createStatusPagePreview', { body: { ...body, logoUrl: `${logoUrl}?2` } }),
    );
    expect(other.body).not.toContain('<img');
  });

  it('is framed by the console alone, kept by nobody, and read by no other site', async () => {
    const preview = await suite.organization().call('createStatusPagePreview', { body: { name: 'A' } });
    const { headers } = await open(preview);
    expect(headers['content-security-policy']).toContain('frame-ancestors https://console.test');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is served by every replica', async () => {
    const preview = await suite.organization().call('createStatusPagePreview', { body: { name: 'Anywhere' } });
    expect((await open(preview, secondPort)).body).toContain('Anywhere');
  });

  it('ends after five minutes, and is then removed', async () => {
    const organization = suite.organization();
    const preview = await organization.call('createStatusPagePreview', { body: { name: 'Soon gone' } });
    const left = Date.parse(preview.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(280_000);
    expect(left).toBeLessThanOrEqual(300_000);
    await suite.pool.query(
      `UPDATE status_page.page_preview SET expires_at = now() - interval '1 second' WHERE organization_id = $1`,
      [organization.id],
    );
    const gone = await open(preview);
    const unknown = await ask(suite.config.port, `/_/previews/${'A'.repeat(43)}`);
    expect([gone.status, gone.body]).toEqual([404, unknown.body]);
    await suite.service.get(PreviewRepository).tidy();
    expect(await kept(organization.id)).toBe(0);
  });

  it('takes the place of the oldest one, if there are many', async () => {
    const organization = suite.organization();
    const previews = [];
    for (let number = 0; number < 21; number += 1) {
      previews.push(await organization.call('createStatusPagePreview', { body: { name: `Number ${number}` } }));
    }
    expect(await kept(organization.id)).toBe(20);
    const [oldest, second] = await Promise.all(previews.slice(0, 2).map((preview) => open(preview)));
    expect([oldest?.status, second?.status]).toEqual([404, 200]);
  });

  it.each(['short', `${'A'.repeat(42)}!`, `${'A'.repeat(43)}/more`])('is not at %s', async (token) => {
    expect((await ask(suite.config.port, `/_/previews/${token}`)).status).toBe(404);
  });

  it('takes neither monitors nor pages of others', async () => {
    const [organization, other] = [suite.organization(), suite.organization()];
    const page = await other.call('createStatusPage', { body: { name: 'Foreign' } });
    const monitorId = suite.peers.add(other.id, 'Foreign');
    const body = { name: 'Mine', statusPageId: page.id, components: [{ monitorId }] };
    await expect(organization.call('createStatusPagePreview', { body })).rejects.toMatchObject({
      code: 'validation_error',
      details: [
        { path: 'components.0.monitorId', message: 'components.0.monitorId is not a monitor of this organization' },
        { path: 'statusPageId', message: 'statusPageId is not a status page of this organization' },
      ],
    });
  });
});

async function kept(organizationId: string): Promise<number> {
  const { rows } = await suite.pool.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM status_page.page_preview WHERE organization_id = $1',
    [organizationId],
  );
  return rows[0]?.count ?? 0;
}

describe('the preview of a message', () => {
  it('is the HTML that pages show, without markup of its author', async () => {
    const { html } = await suite
      .organization()
      .call('createMarkdownPreview', { body: { message: 'We **fixed** it. <script>alert(1)</script>' } });
    expect(html).toBe('<p>We <strong>fixed</strong> it. &lt;script&gt;alert(1)&lt;/script&gt;</p>\n');
  });
});

describe('the preview of a window', () => {
  it('has the next five times, in the wall time of the zone', async () => {
    const { occurrences } = await suite.organization().call('createMaintenancePreview', {
      body: {
        startsAt: '2098-03-22T01:00Z',
        endsAt: '2098-03-22T02:00Z',
        recurrence: { frequency: 'WEEKLY', timezone: 'Europe/Berlin' },
      },
    });
    // Clocks go forward in the night of 30 March 2098.
    expect(occurrences.map(({ startsAt }) => startsAt)).toEqual([
      '2098-03-22T01:00:00.000Z',
      '2098-03-29T01:00:00.000Z',
      '2098-04-05T00:00:00.000Z',
      '2098-04-12T00:00:00.000Z',
      '2098-04-19T00:00:00.000Z',
    ]);
  });

  it('has as many times as a calendar asks for, from any time on', async () => {
    const { occurrences } = await suite.organization().call('createMaintenancePreview', {
      body: {
        startsAt: '2020-03-22T01:00Z',
        endsAt: '2020-03-22T02:00Z',
        recurrence: { frequency: 'DAILY' },
        from: '2021-01-01T01:30Z',
        count: 40,
      },
    });
    expect(occurrences).toHaveLength(40);
    expect(occurrences.at(0)?.startsAt).toBe('2021-01-01T01:00:00.000Z');
    expect(occurrences.at(-1)?.startsAt).toBe('2021-02-09T01:00:00.000Z');
  });

  it('has none for a window that is over', async () => {
    const body = { startsAt: '2020-03-22T01:00Z', endsAt: '2020-03-22T02:00Z' };
    expect(await suite.organization().call('createMaintenancePreview', { body })).toEqual({ occurrences: [] });
  });
});
