import { maintenanceWindow, statusPage } from './example-resources.ts';
import type { ConsoleExamples } from './example-shapes.ts';

export const previewExamples = {
  createMaintenancePreview: {
    body: {
      startsAt: maintenanceWindow.startsAt,
      endsAt: maintenanceWindow.endsAt,
      recurrence: { frequency: 'WEEKLY', interval: 1, weekdays: ['SU'], until: null, timezone: 'Europe/Berlin' },
      from: null,
      count: 5,
    },
    response: { occurrences: [{ startsAt: maintenanceWindow.startsAt, endsAt: maintenanceWindow.endsAt }] },
  },
  createMarkdownPreview: {
    body: { message: 'We have found **the cause**.' },
    response: { html: '<p>We have found <strong>the cause</strong>.</p>\n' },
  },
  createStatusPagePreview: {
    body: { name: statusPage.name, statusPageId: statusPage.id },
    response: {
      url: 'https://status.example.com/_/previews/8sVv1xZqk3m2JwP0aB7cD4eF5gH6iJ9kLmNoPqRsTuV',
      expiresAt: '2026-03-02T09:35:00.000Z',
    },
  },
} satisfies Partial<ConsoleExamples>;
