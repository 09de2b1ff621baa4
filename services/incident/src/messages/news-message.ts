// Decides which words an alert has, whatever it is about.

import type { Incident } from '@vedette/contract';
import { alertMessage, type AlertMessage, type OutageNews } from './alert-message.ts';
import { degradedMessage, type DegradedNews } from './degraded-message.ts';
import { expiryMessage, type ExpiryNews } from './expiry-message.ts';

/** Everything that an alert is written from. */
export type AlertNews = OutageNews | DegradedNews | ExpiryNews;

/** `decidedAt` and not the present: a repetition of an alert has the same words. */
export function newsMessage(news: AlertNews, consoleUrl: string, decidedAt: Date): AlertMessage {
  switch (news.subject) {
    case 'INCIDENT':
      return alertMessage(news, consoleUrl);
    case 'DEGRADED':
      return degradedMessage(news, consoleUrl);
    case 'EXPIRY':
      return expiryMessage(news, consoleUrl, decidedAt);
  }
}

export interface NewsSummary {
  readonly monitor: Incident['monitor'];
  readonly cause: string;
  /** When it began; null for an expiry, which is yet to come. */
  readonly since: string | null;
}

/** What alerts about all subjects have. */
export function summaryOf(news: AlertNews): NewsSummary {
  switch (news.subject) {
    case 'INCIDENT': {
      const { monitor, cause, startedAt } = news.incident;
      return { monitor, cause: cause ?? 'unknown', since: startedAt };
    }
    case 'DEGRADED':
      return { monitor: news.monitor, cause: news.cause ?? 'unknown', since: news.startedAt };
    case 'EXPIRY':
      return { monitor: news.monitor, cause: `at ${news.expiresAt}`, since: null };
  }
}
