import { fileURLToPath } from 'node:url';

/** Where the manifest, the migrations and the assets are, seen from the source and from the build alike. */
export const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));
