import { mkdir } from 'node:fs/promises';
import { inBenchRun, inRepository } from '@vedette/test-kit';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { TargetServer } from '@vedette/test-kit/target-server';
import { TestBrowser } from '../support/browser.ts';
import { Console } from '../support/console.ts';
import { startFixture } from '../support/fixture.ts';
import { PageRequests } from '../support/page-requests.ts';
import { answerOfNorthwind, makeNorthwind, type Northwind } from './northwind.ts';
import { SCREENS, SHOWN, type Screen } from './screens.ts';

// Takes pictures of the web app with real data. Those of the README go beside the app; with `--all`, every screen in
// every size and both themes goes to `artifacts/console`, for a person to look at.

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1440, 1024, 390] as const;
const README_WIDTH = 1280;
const README_HEIGHT = 800;

interface Shot {
  readonly width: number;
  readonly theme: (typeof THEMES)[number];
  readonly screens: readonly Screen[];
  readonly fileOf: (screen: string) => string;
  readonly isWhole: boolean;
}

function shots(isAll: boolean): Shot[] {
  if (isAll) {
    const directory = inRepository('artifacts/console');
    return THEMES.flatMap((theme) =>
      WIDTHS.map((width) => ({
        width,
        theme,
        screens: SCREENS,
        fileOf: (screen: string) => `${directory}/${screen}-${width}-${theme}.png`,
        isWhole: true,
      })),
    );
  }
  const directory = inRepository('services/console/screenshots');
  return THEMES.map((theme) => ({
    width: README_WIDTH,
    theme,
    screens: SCREENS.filter(({ name }) => SHOWN.includes(name)),
    fileOf: (screen: string) => `${directory}/${screen}-${theme}.png`,
    isWhole: false,
  }));
}

/** Targets have the addresses that a reader expects where the port of the web is free and may be used. */
function startTarget(): Promise<TargetServer> {
  const start = (port: number): Promise<TargetServer> =>
    TargetServer.start(({ headers: { host = '' } }, response) => {
      const { status, delayMs } = answerOfNorthwind(host);
      setTimeout(() => response.writeHead(status).end('ok'), delayMs);
    }, port);
  return start(80).catch(() => start(0));
}

async function take(shot: Shot, northwind: Northwind, vedette: Console, browser: TestBrowser): Promise<void> {
  const viewport = { width: shot.width, height: README_HEIGHT };
  const isMobile = shot.width < 500;
  const options = { viewport, isMobile, hasTouch: isMobile, colorScheme: shot.theme };
  const { page } = await vedette.signIn(browser, northwind.owner, options);
  const requests = new PageRequests(page);
  const home = new URL(page.url()).pathname.split('/').slice(0, 4).join('/');
  for (const screen of shot.screens) {
    await page.goto(new URL(`${home}/${screen.path(northwind)}`, page.url()).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await requests.settle();
    const path = shot.fileOf(screen.name);
    await mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true });
    await page.screenshot({ path, fullPage: shot.isWhole, animations: 'disabled' });
    process.stdout.write(`${path}\n`);
  }
  await browser.closePages();
}

await inBenchRun(async () => {
  const [dns, target, browser] = await Promise.all([DnsServer.start(), startTarget(), TestBrowser.launch()]);
  const fixture = await startFixture({
    env: {
      RATE_LIMIT_REQUESTS: '100000',
      CHECK_DNS_SERVERS: dns.address,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      LOG_LEVEL: 'warn',
    },
  });
  try {
    const vedette = new Console(fixture);
    const northwind = await makeNorthwind({ fixture, vedette, target, dns });
    for (const shot of shots(process.argv.includes('--all'))) await take(shot, northwind, vedette, browser);
  } finally {
    await browser.close();
    await fixture.stop();
    await Promise.all([target.stop(), dns.close()]);
  }
});
