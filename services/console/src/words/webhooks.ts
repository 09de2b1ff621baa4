import { catalogue } from './catalogue.ts';
import { en } from './webhooks-en.ts';

export const webhookWords = catalogue(en, async () => (await import('./webhooks-de.ts')).de);
