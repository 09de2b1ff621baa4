import { catalogue } from './catalogue.ts';
import { en } from './incidents-en.ts';

export const incidentWords = catalogue(en, async () => (await import('./incidents-de.ts')).de);
