import { consoleContract, contract, type Operation } from '@vedette/contract';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import pg from 'pg';
import { CheckTargets } from '../support/check-targets.ts';
import { heapOf } from './memory.ts';
import type { Programs } from './planted-bundles.ts';
import { startFixture, type Fixture } from '../support/fixture.ts';
import { createReceiverSite, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** A stack, and everything around it: targets, receivers of alerts, webhooks and mail, and the database. */
export interface World {
  readonly fixture: Fixture;
  readonly targets: CheckTargets;
  readonly chat: ChatReceiver;
  readonly chatUrl: string;
  readonly smtp: SmtpReceiver;
  readonly webhooks: WebhookReceiver;
  readonly database: pg.Client;
  /** Called before anything stops. */
  readonly endings: (() => void)[];
  stop(): Promise<void>;
}

/** Those of both contracts. The console contract has all operations of the public one, under another prefix and with the same handlers. */
export const OPERATIONS: readonly Operation[] = [
  ...consoleContract.operations,
  ...contract.operations.filter(({ id }) => !consoleContract.operations.some((each) => each.id === id)),
];

/** `programs`: run instead of those of the services. */
export async function startWorld(programs: Programs = {}): Promise<World> {
  const chat = new ChatReceiver();
  const smtp = new SmtpReceiver();
  const [targets, site, chatUrl, smtpUrl] = await Promise.all([
    CheckTargets.start(),
    createReceiverSite(),
    chat.listen(),
    smtp.listen(),
  ]);
  const fixture = await startFixture({
    programs,
    envOf: heapOf,
    env: {
      ...site.env,
      // Attackers count for themselves what their keys and sessions may send, so that they need not wait for a minute.
      RATE_LIMIT_REQUESTS: '1000000',
      CONSOLE_RATE_LIMIT_REQUESTS: '1000000',
      LOG_LEVEL: 'warn',
      SMTP_URL: smtpUrl,
      SMTP_FROM: 'Vedette <alerts@vedette.test>',
    },
  });
  const database = new pg.Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
  const webhooks = await site.start();
  const endings: (() => void)[] = [];
  return {
    fixture,
    targets,
    chat,
    chatUrl,
    smtp,
    webhooks,
    database,
    endings,
    stop: async () => {
      for (const end of endings) end();
      await database.end();
      try {
        await fixture.stop();
      } finally {
        await Promise.all([targets.stop(), site.stop(), chat.close(), smtp.close()]);
      }
    },
  };
}
