import { mkdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { Page } from 'playwright-core';
import { refuseOptions, scriptOptions } from '@vedette/local-stores';
import { inBenchRun, inRepository } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { TargetServer } from '@vedette/test-kit/target-server';
import { TestBrowser, type OpenPage } from '../support/browser.ts';
import { Console } from '../support/console.ts';
import { startFixture } from '../support/fixture.ts';
import { PageRequests } from '../support/page-requests.ts';
import { answerOfNorthwind, makeNorthwind, type Northwind } from './northwind.ts';
import { SCREENS, SHOWN, type Screen, type Visitor } from './screens.ts';

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

const USAGE = `run screenshots [options]

  --all            every screen in every size and both themes, into artifacts/console
  --width WIDTH    of ${WIDTHS.join(', ')}; several times for several of them
  --theme THEME    of ${THEMES.join(', ')}
  --screen SCREEN  of ${SCREENS.map(({ name }) => name).join(', ')}
`;

const given = scriptOptions(USAGE, {
  all: { type: 'boolean', default: false },
  width: { type: 'string', multiple: true },
  theme: { type: 'string', multiple: true },
  screen: { type: 'string', multiple: true },
});
const chosen = {
  widths: chosenOf('width', WIDTHS),
  themes: chosenOf('theme', THEMES),
  screens: chosenOf(
    'screen',
    SCREENS.map(({ name }) => name),
  ),
};

/** What an option chooses; everything if it is not given. */
function chosenOf<T extends string | number>(option: 'width' | 'theme' | 'screen', known: readonly T[]): readonly T[] {
  const wanted = given[option];
  if (wanted === undefined) return known;
  if (option !== 'theme' && !given.all) refuseOptions(`--${option} needs --all: the README has its own choice.`, USAGE);
  const unknown = wanted.filter((each) => !known.map(String).includes(each));
  if (unknown.length > 0) refuseOptions(`There is no ${option} ${unknown.join(', ')}.`, USAGE);
  return known.filter((each) => wanted.includes(String(each)));
}

function shots(): Shot[] {
  const { widths, themes, screens } = chosen;
  if (given.all) {
    const directory = inRepository('artifacts/console');
    return themes.flatMap((theme) =>
      widths.map((width) => ({
        width,
        theme,
        screens: SCREENS.filter(({ name }) => screens.includes(name)),
        fileOf: (screen: string) => `${directory}/${screen}-${width}-${theme}.png`,
        isWhole: true,
      })),
    );
  }
  const directory = inRepository('services/console/screenshots');
  return themes.map((theme) => ({
    width: README_WIDTH,
    theme,
    screens: SCREENS.filter(({ name }) => SHOWN.includes(name)),
    fileOf: (screen: string) => `${directory}/${screen}-${theme}.png`,
    isWhole: false,
  }));
}

/** Targets have the addresses that a reader expects where the port of the web is free and may be used. */
function startTarget(): Promise<TargetServer> {
  const answer: RequestListener = ({ headers: { host = '' } }, response) => {
    const { status, delayMs } = answerOfNorthwind(host);
    setTimeout(() => response.writeHead(status).end('ok'), delayMs);
  };
  return TargetServer.start(answer, { port: 80 }).catch(() => TargetServer.start(answer));
}

class Photographer {
  readonly #northwind: Northwind;
  readonly #vedette: Console;
  readonly #browser: TestBrowser;

  constructor(northwind: Northwind, vedette: Console, browser: TestBrowser) {
    this.#northwind = northwind;
    this.#vedette = vedette;
    this.#browser = browser;
  }

  async take(shot: Shot): Promise<void> {
    const visitors = new Map<Visitor, Screen[]>();
    for (const screen of shot.screens) {
      const { as = 'owner' } = screen;
      visitors.set(as, [...(visitors.get(as) ?? []), screen]);
    }
    for (const [visitor, screens] of visitors) {
      const { page } = await this.#enter(visitor, shot);
      const requests = new PageRequests(page);
      const home = new URL(page.url()).pathname.split('/').slice(0, 4).join('/');
      for (const screen of screens) {
        const path = screen.path(this.#northwind);
        // A page that differs in its fragment alone would not be loaded.
        await page.goto('about:blank');
        await page.goto(this.#consoleUrl + (path.startsWith('/') ? `/console${path}` : `${home}/${path}`));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await requests.settle();
        await screen.first?.(page, this.#northwind);
        await requests.settle();
        await this.#keep(page, shot, screen.name);
        await page.context().setOffline(false);
      }
    }
    await this.#browser.closePages();
  }

  get #consoleUrl(): string {
    return this.#vedette.url;
  }

  #enter(visitor: Visitor, { width, theme }: Shot): Promise<OpenPage> {
    const isMobile = width < 500;
    const viewport = { width, height: README_HEIGHT };
    const options = { viewport, isMobile, hasTouch: isMobile, colorScheme: theme };
    return visitor === 'stranger'
      ? this.#browser.open(`${this.#consoleUrl}/console/sign-in`, options)
      : this.#vedette.signIn(this.#browser, this.#northwind[visitor], options);
  }

  async #keep(page: Page, { fileOf, isWhole }: Shot, name: string): Promise<void> {
    const path = fileOf(name);
    await mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true });
    await page.screenshot({ path, fullPage: isWhole, animations: 'disabled' });
    process.stdout.write(`${path}\n`);
  }
}

await inBenchRun(async () => {
  const [dns, target, browser] = await Promise.all([DnsServer.start(), startTarget(), TestBrowser.launch()]);
  const chat = new ChatReceiver();
  const chatUrl = await chat.listen();
  const fixture = await startFixture({
    env: {
      RATE_LIMIT_REQUESTS: '100000',
      CHECK_DNS_SERVERS: dns.address,
      WEBHOOK_DNS_SERVERS: dns.address,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      LOG_LEVEL: 'warn',
    },
  });
  try {
    const vedette = new Console(fixture);
    const northwind = await makeNorthwind({ fixture, vedette, target, dns, chat, chatUrl });
    const photographer = new Photographer(northwind, vedette, browser);
    for (const shot of shots()) await photographer.take(shot);
  } finally {
    await browser.close();
    await fixture.stop();
    await Promise.all([target.stop(), dns.close(), chat.close()]);
  }
});
