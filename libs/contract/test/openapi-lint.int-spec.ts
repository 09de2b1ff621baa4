import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildOpenApi, consoleContract, consoleEdition, contract } from '../src/index.ts';

const run = promisify(execFile);

const redocly = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin',
  'cli.js',
);

/** Redocly would otherwise report its use and look for a newer version of itself. */
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };

describe('the OpenAPI document', () => {
  let directory = '';

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'vedette-openapi-'));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true });
  });

  it.each([
    { name: 'public', document: () => buildOpenApi(contract) },
    { name: 'console', document: () => buildOpenApi(consoleContract, { edition: consoleEdition }) },
  ])(
    "of the $name contract keeps redocly's recommended rules without an error or a warning",
    async ({ name, document }) => {
      const file = path.join(directory, `${name}.json`);
      await writeFile(file, JSON.stringify(document()));
      const { stdout } = await run(
        process.execPath,
        [redocly, 'lint', file, '--extends', 'recommended', '--format', 'json'],
        { cwd: directory, env: { ...offline, HOME: directory } },
      );
      expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
    },
    60_000,
  );
});
