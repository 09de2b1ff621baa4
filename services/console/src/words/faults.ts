import type { TextForm } from '@vedette/contract/fault-reason';
import { catalogue } from '../language/catalogue.ts';
import { plural } from '../language/plural.ts';

const forms: Readonly<Record<TextForm, string>> = {
  colour: 'A colour is # and six digits from 0 to f, such as #3366cc.',
  'event-types': 'Choose events from the list.',
  host: 'This must be a host name or an IP address.',
  'host-name': 'This must be a host name, such as status.example.com.',
  'http-url': 'This must be an address that begins with http:// or https://.',
  'http-url-or-host-name': 'This must be a host name, or an address that begins with http:// or https://.',
  'http-url-without-credentials': 'This must be an address that begins with http:// or https://, without a password.',
  'https-url-without-credentials': 'This must be an address that begins with https://, without a password.',
  'local-time': 'This must be a time such as 22:00.',
  'mail-address': 'This must be a mail address.',
  'page-slug': 'Lowercase letters, digits and hyphens, 63 at most. It neither begins nor ends with a hyphen.',
  'time-zone': 'This must be a time zone such as Europe/Berlin.',
};

/** What is wrong with a field, said below it: the field has its label above. Numbers come as the language writes them. */
export const faultWords = catalogue(async () => (await import('../words-de/faults.ts')).de, {
  required: 'Fill this in.',
  choose: 'Choose at least one.',
  fewerCharacters: (most: number) =>
    plural('en', most, { one: '# character at most.', other: '# characters at most.' }),
  characters: (least: string, most: string) => `${least} to ${most} characters.`,
  moreCharacters: (least: number) =>
    plural('en', least, { one: '# character at least.', other: '# characters at least.' }),
  fewerItems: (most: number) => plural('en', most, { one: '# at most.', other: '# at most.' }),
  items: (least: string, most: string) => `${least} to ${most}.`,
  moreItems: (least: number) => plural('en', least, { one: '# at least.', other: '# at least.' }),
  number: 'This must be a whole number.',
  numberBetween: (least: string, most: string) => `This must be a whole number from ${least} to ${most}.`,
  choice: 'Choose one from the list.',
  time: 'This must be a date and a time.',
  repeats: 'This is in the list already.',
  headers: {
    name: (header: string) => `“${header}” cannot be the name of a header.`,
    reserved: (header: string) => `The check sets “${header}” itself.`,
    value: (header: string) => `The value of “${header}” has a character that no header can carry.`,
  },
  headerBytes: (most: string, given: string) => `Names and values have ${given} bytes; ${most} are allowed.`,
  masked: 'This is masked. Write the value itself.',
  notAfterStart: 'The end must be after the start.',
  tooLongAfterStart: (days: number) =>
    plural('en', days, {
      one: 'The end must be within # day after the start.',
      other: 'The end must be within # days after the start.',
    }),
  beforeStart: 'This must not be before the start.',
  outsideYears: (first: number, last: number) =>
    `This must be a time in the years ${String(first)} to ${String(last)}.`,
  longerThanPeriod: 'One maintenance takes longer than the time until the next one begins.',
  forms,
});

export type FaultWords = ReturnType<typeof faultWords>;
