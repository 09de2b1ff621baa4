import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { MessageRenderer } from '../src/incidents/message-renderer.ts';
import type { Answer } from './support/http.ts';
import type { Organization } from '@vedette/test-kit/organization';
import { startSuite, type Suite } from './support/suite.ts';
import { headline, visitor } from './support/visitor.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const { get, eventually } = visitor(() => suite);

async function incidentOn(slug: string, message: string): Promise<{ organization: Organization; incidentId: string }> {
  const organization = suite.organization();
  const page = await organization.call('createStatusPage', { body: { name: 'M', slug } });
  const { id } = await organization.call('createStatusIncident', {
    body: { title: 'Trouble', message, statusPageIds: [page.id] },
  });
  return { organization, incidentId: id };
}

const pageWith = (slug: string, text: string): Promise<Answer> =>
  waitFor(`a page with ${text}`, async () => {
    const answer = await get(`/${slug}`);
    return answer.body.includes(text) && answer;
  });

describe('the message of an update', () => {
  it('is rendered when it is written, and pages show what was stored', async () => {
    const { organization, incidentId } = await incidentOn('stored', 'The **first**');
    await organization.call('createStatusIncidentUpdate', {
      id: incidentId,
      body: { state: 'IDENTIFIED', message: 'The *second*' },
    });
    const { rows } = await suite.pool.query<{ html: string }>(
      'SELECT html FROM status_page.status_incident_update WHERE incident_id = $1 ORDER BY created_at, id',
      [incidentId],
    );
    expect(rows.map(({ html }) => html.trim())).toEqual([
      '<p>The <strong>first</strong></p>',
      '<p>The <em>second</em></p>',
    ]);
    await pageWith('stored', '<p>The <em>second</em></p>');
  });

  it('is shown with its Markdown, beside the names of the page’s own components alone', async () => {
    const organization = suite.organization();
    const shown = suite.peers.add(organization.id, 'Shown');
    const secret = suite.peers.add(organization.id, 'internal-db-7');
    const page = await organization.call('createStatusPage', {
      body: { name: 'I', components: [{ monitorId: shown }] },
    });
    const incident = await organization.call('createStatusIncident', {
      body: {
        title: 'Trouble <b>',
        message: 'We are **on it** <img src=x onerror=alert(1)>',
        statusPageIds: [page.id],
        monitorIds: [shown, secret],
        impact: 'MAJOR',
      },
    });
    const answer = await eventually('the incident', `/${page.slug}`, (each) => headline(each) === 'Partial outage');
    expect(answer.body).toContain('<h3 dir="auto">Trouble &lt;b&gt;</h3>');
    expect(answer.body).toContain('We are <strong>on it</strong> &lt;img');
    for (const leak of ['internal-db-7', secret, shown, organization.id, page.id])
      expect(answer.body).not.toContain(leak);
    await organization.call('createStatusIncidentUpdate', {
      id: incident.id,
      body: { state: 'RESOLVED', message: 'Done' },
    });
    const after = await eventually('the end', `/${page.slug}`, (each) => headline(each) === 'All systems operational');
    expect(after.body).toContain('Recent history');
    expect(after.body).toContain('1 earlier update');
    expect((await get(`/${page.slug}/history`)).body).toContain('Trouble &lt;b&gt;');
  });

  it('that an older renderer has rendered is rendered anew in the background, on every page that shows it', async () => {
    const { incidentId } = await incidentOn('older', 'A **message**');
    await pageWith('older', '<strong>message</strong>');
    await suite.pool.query(
      `UPDATE status_page.status_incident_update SET html = '<p>old</p>', html_version = 0 WHERE incident_id = $1`,
      [incidentId],
    );
    await suite.pool.query(`UPDATE status_page.page_version SET version = version + 1, changed_at = clock_timestamp()`);
    await pageWith('older', '<p>old</p>');
    await suite.service.get(MessageRenderer).renderOld();
    expect((await pageWith('older', '<strong>message</strong>')).body).not.toContain('<p>old</p>');
  });

  it('cannot make a page large: the newest updates that fit are shown, and the rest is counted', async () => {
    const { incidentId } = await incidentOn('large', 'First');
    await suite.pool.query(
      `INSERT INTO status_page.status_incident_update (id, incident_id, state, message, html, html_version, created_at)
       SELECT 'siu_' || $1 || n, $1, 'MONITORING', repeat('"', 10000), '<p>number ' || n || repeat('&quot;', 10000) || '</p>',
         1, clock_timestamp() + n * interval '1 millisecond'
       FROM generate_series(1, 1000) AS n`,
      [incidentId],
    );
    await suite.pool.query(`UPDATE status_page.page_version SET version = version + 1, changed_at = clock_timestamp()`);
    const { body } = await pageWith('large', 'number 1000&quot;');
    expect(body.length).toBeLessThan(2_500_000);
    const shown = body.match(/class="update"/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(20);
    expect(body).toContain(`Not shown: ${String(1_001 - shown)} earlier updates.`);
    const json: unknown = JSON.parse((await get('/large.json')).body);
    expect(json).toMatchObject({ incidents: [{ omittedUpdates: 1_001 - shown }] });
  });
});
