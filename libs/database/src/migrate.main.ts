import { resolve } from 'node:path';
import { migrationConfig } from './config.ts';
import { migrate, OtherHistory } from './migrate.ts';
import { schemaOf } from './migrations.ts';

const directories = process.argv.slice(2);
if (directories.length === 0) {
  process.stderr.write('usage: migrate <service directory>…\n');
  process.exit(1);
}

try {
  const { databaseUrl } = migrationConfig();
  for (const directory of directories.map((given) => resolve(given))) {
    // One schema after the other: they share the advisory lock.
    const applied = await migrate({ url: databaseUrl, serviceDirectory: directory });
    process.stdout.write(`${schemaOf(directory)}: ${applied.length === 0 ? 'up to date' : applied.join(', ')}\n`);
  }
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${cause}\n`);
  process.exitCode = error instanceof OtherHistory ? 2 : 1;
}
