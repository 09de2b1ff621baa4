import { fileURLToPath } from 'node:url';

/** The directory of the manifest, migrations and assets; the path is the same from the source and from the build. */
export const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));
