// Decides which day a registry means: registries write dates in many formats.

import { storableInstant } from '@vedette/outbound/storable-text';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Longer than any date with its time, zone and a remark. */
const LONGEST_DATE = 80;

// Every repetition is bounded and white space is a single space, so each form matches in linear time.
const month = String.raw`(?<name>[a-z]{3,9})\.?`;
const time = String.raw`(?:[t ](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?)?`;
const zone = String.raw`(?: ?(?<zone>[+-]\d{2}:?\d{2}|[a-z]{1,5}))?`;

// If all three parts are numbers and the year comes last, the day comes first: no registry uses the American order.
const FORMS = [
  String.raw`(?<year>\d{4})(?<s>[-./]) ?(?<month>\d{1,2})\k<s> ?(?<day>\d{1,2})\.?${time}${zone}`,
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})${time}${zone}`,
  String.raw`(?<year>\d{4})[-. ]${month}[-. ](?<day>\d{1,2})${time}${zone}`,
  String.raw`(?<day>\d{1,2})(?<s>[-./])(?<month>\d{1,2})\k<s>(?<year>\d{4})${time}${zone}`,
  String.raw`(?<day>\d{1,2})[-./ ]${month}[-./ ](?<year>\d{4})${time}${zone}`,
  String.raw`(?:[a-z]{3},? )?${month} (?<day>\d{1,2}),?${time}${zone} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`, 'i'));

/** Null when the text is ambiguous, unreadable or not a calendar date. A date without a zone is UTC. */
export function readRegistryDate(text: string): Date | null {
  if (text.length > LONGEST_DATE) return null;
  const bare = text
    .replaceAll(/\([^()]{0,80}\)/g, '')
    .trim()
    .split(/\s+/)
    .join(' ')
    .replace(/\.$/, '');
  for (const form of FORMS) {
    const { groups } = form.exec(bare) ?? {};
    if (groups !== undefined) return dateOf(groups);
  }
  return null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function dateOf(groups: Groups): Date | null {
  const { year, day, name, hour = '0', minute = '0', second = '0', zone: offset } = named(groups);
  const monthIndex = name === undefined ? Number(groups['month']) - 1 : monthOf(name);
  const date = new Date(Date.UTC(Number(year), monthIndex, Number(day), Number(hour), Number(minute), Number(second)));
  const isReal =
    date.getUTCFullYear() === Number(year) && date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(day);
  if (!isReal) return null;
  // The zone offset may move the date into a year with more than four digits.
  return storableInstant(new Date(date.getTime() - offsetMs(offset)));
}

function named(groups: Groups) {
  const {
    year,
    day,
    name,
    hour,
    minute,
    second,
    zone: offset,
  } = groups as Partial<Record<'year' | 'day' | 'name' | 'hour' | 'minute' | 'second' | 'zone', string>>;
  return { year, day, name, hour, minute, second, zone: offset };
}

/** Returns -1, which is no valid month, for an unknown word. */
function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase());
}

/** Named zones are treated as UTC, because only the day matters. */
function offsetMs(offset: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? '') ?? [];
  if (hours === undefined || minutes === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
