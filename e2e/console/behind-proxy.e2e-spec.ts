import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { accessibilityFaults, TestBrowser } from '../support/browser.ts';
import { Console } from '../support/console.ts';
import { JOURNEY_MS } from '../support/console-scene.ts';
import { startFixture, type Fixture } from '../support/fixture.ts';
import { createMonitor } from '../support/monitors.ts';
import { PrefixProxy } from '../support/prefix-proxy.ts';

const smtp = new SmtpReceiver();
let proxy: PrefixProxy;
let fixture: Fixture;
let browser: TestBrowser;

beforeAll(async () => {
  proxy = await PrefixProxy.start('/tools/vedette');
  [fixture, browser] = await Promise.all([
    startFixture({
      services: ['gateway', 'account', 'monitor', 'incident', 'status-page', 'webhook-dispatcher'],
      env: {
        CONSOLE_PUBLIC_URL: proxy.url,
        SMTP_URL: await smtp.listen(),
        SMTP_FROM: 'Vedette <people@vedette.test>',
      },
    }),
    TestBrowser.launch(),
  ]);
  proxy.passTo(fixture.stack.consoleUrl);
});

afterAll(async () => {
  await browser.close();
  await proxy.stop();
  await fixture.stop();
  await smtp.close();
});

describe('behind a proxy that ends TLS and takes a prefix from the path', () => {
  it(
    'people sign in by a mailed link, change something, see it happen, and come back by a deep link',
    async () => {
      const tenant = await fixture.tenant();
      const { organizationId } = tenant;
      const { email } = await new Console(fixture).person(organizationId, 'MEMBER');
      const { page, complaints, hosts } = await browser.open(`${proxy.url}/console/`, { ignoreHTTPSErrors: true });
      await page.getByLabel('Your mail address').fill('nobody');
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await page
        .getByRole('textbox', { name: 'Your mail address', description: 'This must be a mail address.' })
        .waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByLabel('Your mail address').fill(email);
      await page.keyboard.press('Enter');
      await page.getByText('a link is on its way').waitFor();
      const [mail] = await smtp.got(email, 1);
      const [link = ''] = /https:\S+#token=\S+/.exec(mail?.text ?? '') ?? [];
      await page.goto(link);
      await new Console(fixture).follow(page, '**/overview');
      expect(page.url()).toBe(`${proxy.url}/console/o/${organizationId}/overview`);
      expect(await page.context().cookies()).toMatchObject([
        { name: '__Host-vedette_session', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
      ]);

      await page.getByRole('link', { name: 'Watch something else' }).click();
      await page.getByLabel('Name').fill('Nightly');
      await page.getByLabel('Type').selectOption('CRON');
      await page.getByText(`${proxy.url}/api/console/v1/monitors`).waitFor();
      await page.getByRole('button', { name: 'Create monitor' }).click();
      await page.getByRole('heading', { name: 'Nightly' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Nightly' }).waitFor();
      expect(page.url()).toMatch(`${proxy.url}/console/o/${organizationId}/monitors/mon_`);

      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByText('Live', { exact: true }).waitFor();
      await page.locator('.feed').getByText('Nightly').first().waitFor();
      await createMonitor(tenant.api, { name: 'Hourly', type: 'CRON' });
      await page.locator('.feed').getByText('Hourly').first().waitFor();
      expect([...hosts]).toEqual([new URL(proxy.url).host]);
      // A stranger is told so.
      expect(complaints.filter((each) => !/status of 401 .*\/session\)$/.test(each))).toEqual([]);

      await page.context().clearCookies();
      await page.getByRole('link', { name: 'Webhooks' }).click();
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      expect(await dialog.getByLabel('Your mail address').inputValue()).toBe(email);
    },
    JOURNEY_MS,
  );
});
