import { catalogue } from './catalogue.ts';
import { en } from './organization-en.ts';

export const organizationWords = catalogue(en, async () => (await import('./organization-de.ts')).de);
