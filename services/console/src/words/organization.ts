import { en } from '../words-en/organization.ts';
import { catalogue } from './catalogue.ts';

export const organizationWords = catalogue(en, async () => (await import('../words-de/organization.ts')).de);
