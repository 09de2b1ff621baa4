import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyAddress, Outbound, systemResolver } from '@vedette/outbound';
import { waitFor } from '@vedette/test-kit';
import { createAuthority, createCertificate } from '@vedette/test-kit/certificates';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { LogoFetcher } from '../src/logos/logo-fetcher.ts';
import { LogoKeeper } from '../src/logos/logo-keeper.ts';
import { LogoRepository } from '../src/logos/logo.repository.ts';
import { StatusPageMutations } from '../src/mutations.ts';
import { PageVersionRepository } from '../src/page-version.repository.ts';
import { ParserThread } from '../src/parsing/parser-thread.ts';
import { ask } from './support/http.ts';
import { startSuite, type Suite } from './support/suite.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

const ALL_DUE = `UPDATE status_page.page_logo SET due_at = now() - interval '1 second'`;

let suite: Suite;
let server: Server;
let keeper: LogoKeeper;
let served: { status: number; body: Buffer } = { status: 200, body: Buffer.from(SVG) };
let asked = 0;

beforeAll(async () => {
  suite = await startSuite();
  const authority = await createAuthority();
  const certificate = await createCertificate(['localhost'], { issuer: authority });
  server = createServer({ ...certificate }, (_request, response) => {
    asked += 1;
    response.writeHead(served.status).end(served.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  // The service's own Outbound refuses private addresses; this one allows them and trusts the server's certificate.
  const outbound = new Outbound({ policy: anyAddress, resolver: systemResolver(), extraAuthorities: [authority.cert] });
  const { service } = suite;
  keeper = new LogoKeeper(
    service.host,
    new LogoFetcher(service.host, outbound, service.get(ParserThread)),
    service.get(LogoRepository),
    service.get(PageVersionRepository),
    service.get(StatusPageMutations),
  );
});
afterAll(async () => {
  await suite.stop();
  await new Promise((resolve) => server.close(resolve));
});

describe('a logo', () => {
  it('is fetched by us and served by us, and followed when it changes', async () => {
    const logoUrl = `https://localhost:${String((server.address() as AddressInfo).port)}/logo`;
    const organization = suite.organization();
    const page = await organization.call('createStatusPage', { body: { name: 'L', slug: 'with-logo', logoUrl } });
    const shown = () => ask(suite.config.port, '/with-logo');
    await waitFor('the logo', async () => {
      await suite.pool.query(ALL_DUE);
      await keeper.fetchDue();
      return (await shown()).body.includes('<img src="/with-logo/logo?v=');
    });
    const { body } = await shown();
    expect(body).not.toContain(logoUrl);
    const logo = await ask(suite.config.port, '/with-logo/logo');
    expect(logo.body).toBe(SVG);
    expect(logo.headers['content-type']).toBe('image/svg+xml');
    expect(logo.headers['content-security-policy']).toContain('sandbox');

    served = { status: 200, body: Buffer.from('89504e470d0a1a0a0000', 'hex') };
    await suite.pool.query(ALL_DUE);
    await keeper.fetchDue();
    await waitFor('the new one', async () => {
      const answer = await ask(suite.config.port, '/with-logo/logo');
      return answer.headers['content-type'] === 'image/png';
    });

    await organization.call('updateStatusPage', { id: page.id, body: { logoUrl: null } });
    await waitFor('none', async () => !(await shown()).body.includes('<img'));
  });

  it('that is no image, or not there, leaves the page as it is', async () => {
    const logoUrl = `https://localhost:${String((server.address() as AddressInfo).port)}/none`;
    const organization = suite.organization();
    await organization.call('createStatusPage', { body: { name: 'N', slug: 'no-logo', logoUrl } });
    for (const answer of [
      { status: 404, body: Buffer.from(SVG) },
      { status: 200, body: Buffer.from('<!doctype html>') },
      { status: 200, body: Buffer.concat([Buffer.from(SVG), Buffer.alloc(200_000, 32)]) },
    ]) {
      served = answer;
      const before = asked;
      await waitFor('a question', async () => {
        await suite.pool.query(ALL_DUE);
        await keeper.fetchDue();
        return asked > before;
      });
    }
    const { body } = await ask(suite.config.port, '/no-logo');
    expect(body).not.toContain('<img');
  });

  it('that is made to take forever holds up no page', async () => {
    served = { status: 200, body: Buffer.from(`${'<!---->'.repeat(32)}x`) };
    const logoUrl = `https://localhost:${String((server.address() as AddressInfo).port)}/hostile`;
    await suite.organization().call('createStatusPage', { body: { name: 'H', slug: 'hostile-logo', logoUrl } });
    const before = asked;
    await waitFor('a question', async () => {
      await suite.pool.query(ALL_DUE);
      await keeper.fetchDue();
      return asked > before;
    });
    const page = async () => {
      const answer = await ask(suite.config.port, '/hostile-logo');
      return answer.status === 200 && answer;
    };
    expect((await waitFor('the page', page, { timeoutMs: 2_000 })).body).not.toContain('<img');
  });

  it('is claimed in turn with those of other organizations, however many these have', async () => {
    const [busy, other] = [suite.organization(), suite.organization()];
    const withLogo = (slug: string) => ({ body: { name: 'T', slug, logoUrl: 'https://logo.invalid/logo' } });
    for (let i = 0; i < 20; i += 1) await busy.call('createStatusPage', withLogo(`busy-${i}`));
    const { id } = await other.call('createStatusPage', withLogo('other'));
    // The service itself may have claimed it in between.
    const claimed = await waitFor('a claim', async () => {
      await suite.pool.query(ALL_DUE);
      const due = await suite.service.get(LogoRepository).claim(8);
      return due.some(({ organizationId }) => organizationId === busy.id) && due;
    });
    expect(claimed.find(({ pageId }) => pageId === id)).toMatchObject({ organizationId: other.id });
  });

  it('is not fetched from a private address', async () => {
    served = { status: 200, body: Buffer.from(SVG) };
    const organization = suite.organization();
    const logoUrl = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/private`;
    const page = await organization.call('createStatusPage', { body: { name: 'P', slug: 'private-logo', logoUrl } });
    const before = asked;
    await waitFor('the attempt', async () => {
      const { rows } = await suite.pool.query<{ isPostponed: boolean }>(
        `SELECT due_at > now() + interval '2 minutes' AS "isPostponed" FROM status_page.page_logo WHERE page_id = $1`,
        [page.id],
      );
      return rows[0]?.isPostponed;
    });
    expect(asked).toBe(before);
  });
});
