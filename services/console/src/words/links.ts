import { catalogue } from '../language/catalogue.ts';

export const linkWords = catalogue(async () => (await import('../words-de/links.ts')).de, {
  acknowledge: {
    title: 'Acknowledge an outage',
    loading: 'Looking up the outage',
    isDown: (name: string) => `${name} is down`,
    cause: 'Why',
    noCause: 'Unknown',
    since: 'Since',
    lead: 'Acknowledge it, and the others know that somebody is at work on it. Reminders stop.',
    acknowledge: 'Acknowledge',
    done: 'The outage is acknowledged. You can close this page.',
    over: 'The outage is over: there is nothing left to acknowledge.',
    refused:
      'This link does not work. It may be incomplete or older than 7 days, or its contact or monitor was deleted.',
  },
  confirm: {
    title: 'Confirm your address',
    lead: 'Somebody wants alerts to be mailed to you when a monitored service goes down. Nothing is mailed before you agree.',
    confirm: 'Mail me alerts',
    done: (to: string) => `Alerts are mailed to ${to} from now on. You can close this page.`,
    refused: 'This link is unknown, used or expired. Whoever added your address can have another one mailed to you.',
  },
});

export type LinkWords = ReturnType<typeof linkWords>;
