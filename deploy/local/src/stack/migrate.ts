import { LocalError, SERVICES } from '@vedette/local-stores';
import { existsSync } from 'node:fs';
import { callerEnvironment } from '../program/caller-config.ts';
import { inRoot, shortPath, STATE } from '../program/paths.ts';
import { runScript } from '../program/run-program.ts';

/** The exit code of the migrator for a schema that another version has made. */
const OTHER_HISTORY = 2;

/** Brings the schemas of all services up to date, by the command that a cluster runs too. */
export async function migrateAll(databaseUrl: string, isPrivate: boolean): Promise<void> {
  const directories = SERVICES.map((name) => inRoot('services', name)).filter((each) => existsSync(`${each}/prisma`));
  const { code, stderr } = await runScript(inRoot('libs', 'database', 'dist', 'migrate.main.js'), directories, {
    env: { ...callerEnvironment(), DATABASE_URL: databaseUrl },
  });
  if (code === OTHER_HISTORY) {
    const mend = isPrivate ? `delete ${shortPath(STATE)} and start again` : 'empty it, or unset DATABASE_URL';
    throw new LocalError(`The database was made by another version of Vedette and cannot be used: ${mend}.`);
  }
  if (code !== 0) throw new LocalError(`The database could not be migrated: ${stderr.trim()}`);
}
