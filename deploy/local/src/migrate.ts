import { LocalError, SERVICES } from '@vedette/local-stores';
import { existsSync } from 'node:fs';
import { callerEnvironment } from './caller-config.ts';
import { inRoot } from './paths.ts';
import { runScript } from './run-program.ts';

/** Brings the schemas of all services up to date, by the command that a cluster runs too. */
export async function migrateAll(databaseUrl: string): Promise<void> {
  const directories = SERVICES.map((name) => inRoot('services', name)).filter((each) => existsSync(`${each}/prisma`));
  const { code, stderr } = await runScript(inRoot('libs', 'database', 'dist', 'migrate.main.js'), directories, {
    env: { ...callerEnvironment(), DATABASE_URL: databaseUrl },
  });
  if (code !== 0) throw new LocalError(`The database could not be migrated: ${stderr.trim()}`);
}
