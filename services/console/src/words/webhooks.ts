import { en } from '../words-en/webhooks.ts';
import { catalogue } from './catalogue.ts';

export const webhookWords = catalogue(en, async () => (await import('../words-de/webhooks.ts')).de);
