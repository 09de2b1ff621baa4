import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import type { Edit, PlantedFault } from './planted-faults.ts';

/** Beside `bundle`, so that everything else is found where it was. */
const FOLDER = '.vedette';

export type Programs = Readonly<Partial<Record<ServiceName, string>>>;

/** The programs of the services with the fault in their bundles. */
export function plant({ fault, edits }: PlantedFault): Programs {
  return Object.fromEntries(
    servicesOf(edits).map((name) => {
      const to = inRepository(`services/${name}/${FOLDER}`);
      rmSync(to, { recursive: true, force: true });
      cpSync(inRepository(`services/${name}/bundle`), to, { recursive: true });
      const program = join(to, 'main.js');
      const own = edits.filter(({ services }) => services.includes(name));
      const changed = own.reduce(
        (source, { text, becomes }) => {
          if (!source.includes(text)) throw new Error(`"${fault}" cannot be planted in ${name}: it has no ${text}`);
          return source.replace(text, () => becomes);
        },
        readFileSync(program, 'utf8'),
      );
      writeFileSync(program, changed);
      return [name, program];
    }),
  );
}

export function unplant({ edits }: PlantedFault): void {
  for (const name of servicesOf(edits))
    rmSync(inRepository(`services/${name}/${FOLDER}`), { recursive: true, force: true });
}

function servicesOf(edits: readonly Edit[]): ServiceName[] {
  return [...new Set(edits.flatMap(({ services }) => services))];
}
