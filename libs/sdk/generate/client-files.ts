// Writes the files of the client that are made from the contracts:
//   node --conditions=source libs/sdk/generate/client-files.ts

import { scriptOptions } from '@vedette/local-stores';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { apiTypesSource, errorCodesSource, operationTableSource } from './client-source.ts';

const SOURCES = new URL('../src/', import.meta.url);

/** Every file that is made from the contracts, formatted, by its path. */
export async function clientFiles(): Promise<Readonly<Record<string, string>>> {
  const sources = {
    'api-types.ts': apiTypesSource(),
    'error-codes.ts': errorCodesSource(),
    'operation-table.ts': operationTableSource(),
  };
  const files = Object.entries(sources).map(async ([name, text]) => {
    const filepath = fileURLToPath(new URL(name, SOURCES));
    return [filepath, await format(text, { ...(await resolveConfig(filepath)), filepath })] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

if (import.meta.main) {
  scriptOptions('run sdk', {});
  const files = await clientFiles();
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(path, text)));
}
