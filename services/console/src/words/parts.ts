import { catalogue } from './catalogue.ts';
import { en } from './parts-en.ts';

export const partsWords = catalogue(en, async () => (await import('./parts-de.ts')).de);
