import {
  ensureTools,
  keptSecret,
  LocalError,
  reachableHost,
  scriptOptions,
  stackUrls,
  type Stack,
} from '@vedette/local-stores';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureAccess, ownerLink, type Access } from './stack/access.ts';
import { banner } from './stack/banner.ts';
import { buildAll } from './bundling/build-all.ts';
import { callerEnvironment } from './program/caller-config.ts';
import { commandFile } from './stack/command-file.ts';
import { readLocalConfig, type LocalConfig } from './stack/config.ts';
import { formatEnvironment, type Environment } from './stack/environment-file.ts';
import { tryLock } from './program/lock.ts';
import { migrateAll } from './stack/migrate.ts';
import { COMMAND_FILE, ENVIRONMENT_FILE, ROOT, shortPath, STATE } from './program/paths.ts';
import { assertPortsFree } from './stack/ports.ts';
import { runMain } from './program/run-main.ts';
import { startServices } from './stack/services.ts';
import { Shutdown } from './stack/shutdown.ts';
import { neededTools, startStores, type StoreUrls } from './stack/stores.ts';
import { print, say } from './program/terminal.ts';

scriptOptions('start', {});
const shutdown = new Shutdown();

await runMain(async () => {
  const config = readLocalConfig();
  shutdown.listen();
  try {
    await takePlace(config);
    await assertPortsFree(config);
    await shutdown.hold(ensureTools([...neededTools(config), 'ping'], say));
    if (shutdown.isEnding) return;

    say('Building, and starting the stores');
    const [stores] = await Promise.all([startStores(config, shutdown.ownStore), buildAll(say)]);
    const isPrivate = config.databaseUrl === null;
    say('Migrating the database');
    await migrateAll(stores.databaseUrl, isPrivate);

    say('Starting the services');
    const stack = describeStack(config, stores);
    const [access] = await Promise.all([
      ensureAccess(stores.databaseUrl, isPrivate),
      startServices(stack, shutdown.ownService),
    ]);
    if (shutdown.isEnding) return;
    const environment = describeEnvironment(config, stack, access);
    shutdown.ownFile(ENVIRONMENT_FILE);
    writeFileSync(ENVIRONMENT_FILE, formatEnvironment(environment), { mode: 0o600 });
    const link = await ownerLink(environment);
    if (shutdown.isEnding) return;
    say('Ready');
    print(banner(environment, link, shortPath(STATE)));
  } catch (error) {
    // Failures during a shutdown are expected and not reported.
    if (shutdown.isEnding) return;
    await shutdown.end();
    throw error;
  }
});

/** One stack per directory, because two processes cannot serve the same data. */
async function takePlace(config: LocalConfig): Promise<void> {
  const url = `http://${reachableHost(config.listenHost)}:${config.gatewayPort}`;
  const lock = await tryLock('start', STATE, () => `process ${process.pid}, ${url}`);
  if (lock.taken) {
    const pid = /^process (\d+)/.exec(lock.holder)?.[1];
    const mend = pid === undefined ? 'stop it first' : `use that one, or stop it with \`kill ${pid}\``;
    throw new LocalError(`Vedette already runs on ${STATE} (${lock.holder}): ${mend}.`);
  }
  mkdirSync(STATE, { recursive: true, mode: 0o700 });
  // An earlier start that was killed could not remove it.
  rmSync(ENVIRONMENT_FILE, { force: true });
  writeFileSync(COMMAND_FILE, commandFile(STATE, ROOT), { mode: 0o700 });
}

function describeStack(config: LocalConfig, stores: StoreUrls): Stack {
  return {
    ...stores,
    listenHost: config.listenHost,
    gatewayPort: config.gatewayPort,
    statusPagePort: config.statusPagePort,
    heartbeatPort: config.heartbeatPort,
    consolePort: config.consolePort,
    webhookSecretKey: keptSecret(join(STATE, 'webhook-secret-key'), 'base64'),
    monitorSecretKey: keptSecret(join(STATE, 'monitor-secret-key'), 'base64'),
    incidentSecretKey: keptSecret(join(STATE, 'incident-secret-key'), 'base64'),
    accountSecretKey: keptSecret(join(STATE, 'account-secret-key'), 'base64'),
    snapshotDirectory: join(STATE, 'status-pages'),
  };
}

function pickSet(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => names.includes(name)));
}

function describeEnvironment({ consolePublicUrl }: LocalConfig, stack: Stack, access: Access): Environment {
  const urls = stackUrls(stack);
  return {
    VEDETTE_URL: urls.api,
    VEDETTE_API_KEY: access.full.key,
    VEDETTE_READ_ONLY_KEY: access.readOnly.key,
    VEDETTE_STATUS_URL: urls.statusPages,
    VEDETTE_HEARTBEAT_URL: urls.heartbeats,
    VEDETTE_CONSOLE_URL: consolePublicUrl ?? urls.console,
    VEDETTE_ORGANIZATION_ID: access.organizationId,
    DATABASE_URL: stack.databaseUrl,
    // The operator's command line uses the account service's NATS user.
    NATS_URL: stack.natsUrlOf('account'),
    REDIS_URL: stack.redisUrl,
    // For `vedette doctor`, which tries the mail server of the services.
    ...pickSet(callerEnvironment(), ['SMTP_URL', 'SMTP_FROM']),
  };
}
