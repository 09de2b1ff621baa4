// Decides what a message says that shows whether a contact can be reached.
import type { AlertMessage } from './alert-message.ts';
import { contactUrl } from './console-links.ts';

/** `contact` is what timelines call it. */
export function testMessage(
  consoleUrl: string,
  { organizationId, contactId, contact }: { organizationId: string; contactId: string; contact: string },
): AlertMessage {
  return {
    label: 'TEST',
    tone: 'work',
    headline: 'This is a test: nothing is down',
    facts: [
      { label: 'Contact', value: contact },
      { label: 'Meaning', value: 'Alerts of Vedette reach this contact' },
    ],
    list: null,
    links: [{ label: 'Open the contact', url: contactUrl(consoleUrl, organizationId, contactId) }],
  };
}
