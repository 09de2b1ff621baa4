import { LocalError, SERVICES } from '@vedette/local-stores';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callerEnvironment } from '../program/caller-config.ts';
import { inRoot } from '../program/paths.ts';
import { runScript } from '../program/run-program.ts';

/** Generates the Prisma client of every service whose schema has changed since the last time. */
export async function generateClients(report: (line: string) => void = () => undefined): Promise<void> {
  const directories = SERVICES.map((name) => inRoot('services', name));
  await Promise.all(directories.filter((directory) => isOutdated(directory)).map((each) => generate(each, report)));
}

async function generate(directory: string, report: (line: string) => void): Promise<void> {
  report(`Generating the database client of ${directory.slice(directory.lastIndexOf('/') + 1)}`);
  const prisma = join(directory, 'node_modules', 'prisma', 'build', 'index.js');
  const { code, stdout, stderr } = await runScript(prisma, ['generate', '--schema', schemaOf(directory)], {
    cwd: directory,
    // Generating needs no engine, yet Prisma would download one: any program in its place keeps it off the internet.
    env: { ...callerEnvironment(), PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });
  if (code !== 0) throw new LocalError(`Prisma could not generate the client of ${directory}:\n${stdout}${stderr}`);
  mkdirSync(dirname(stampOf(directory)), { recursive: true });
  writeFileSync(stampOf(directory), fingerprint(directory));
}

function isOutdated(directory: string): boolean {
  if (!existsSync(schemaOf(directory))) return false;
  const [, output = '../src/generated'] =
    /^\s*output\s*=\s*"([^"]+)"/m.exec(readFileSync(schemaOf(directory), 'utf8')) ?? [];
  const isGenerated = existsSync(join(directory, 'prisma', output, 'client.ts'));
  const stamp = stampOf(directory);
  return !isGenerated || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(directory);
}

function fingerprint(directory: string): string {
  const generator = join(directory, 'node_modules', 'prisma', 'package.json');
  return [schemaOf(directory), generator]
    .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256'))
    .digest('hex');
}

function schemaOf(directory: string): string {
  return join(directory, 'prisma', 'schema.prisma');
}

function stampOf(directory: string): string {
  return join(directory, 'dist', '.prisma-client');
}
