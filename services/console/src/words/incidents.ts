import { en } from '../words-en/incidents.ts';
import { catalogue } from './catalogue.ts';

export const incidentWords = catalogue(en, async () => (await import('../words-de/incidents.ts')).de);
