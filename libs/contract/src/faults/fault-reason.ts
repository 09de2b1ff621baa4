// Decides how the API words what is wrong with a field. The console words the same reasons in the language of its reader.

import { EVENT_TYPES } from '../event-types.ts';
import type { MonitorType } from '../values/monitor-type.ts';

/** What a text must look like where its length alone does not tell. Schemas name it as `x-rule` beside a pattern. */
const TEXT_FORMS = {
  colour: 'must be a colour in the form #rrggbb',
  'event-types': `must be one or more of ${EVENT_TYPES.join(', ')}, separated by commas`,
  host: 'must be a host name or an IP address',
  'host-name': 'must be a host name',
  'http-url': 'must be an absolute http or https URL',
  'http-url-or-host-name': 'must be an absolute http or https URL, or a host name',
  'http-url-without-credentials': 'must be an absolute http or https URL without credentials',
  'https-url-without-credentials': 'must be an absolute https URL without credentials',
  'local-time': 'must be a local time such as 22:00',
  'mail-address': 'must be a mail address',
  'page-slug': 'must be 1 to 63 lowercase letters, digits and hyphens, and neither begin nor end with a hyphen',
  'time-zone': 'must be an IANA time zone, such as Europe/Berlin',
} as const;

export type TextForm = keyof typeof TEXT_FORMS;

/** What is wrong with a request header: its name, a name that only the check itself may set, or its value. */
const HEADER_FAULTS = {
  name: 'is not a valid header name',
  reserved: 'is set by the check itself and cannot be chosen',
  value: 'holds a character that a header cannot carry',
} as const;

interface Amount {
  readonly least: number;
  readonly most: number | undefined;
  /** True: there is nothing at all. */
  readonly isEmpty: boolean;
}

export type FaultReason =
  | { readonly tag: 'required'; readonly monitorType?: MonitorType }
  | ({ readonly tag: 'characters' } & Amount)
  | ({ readonly tag: 'items' } & Amount)
  | {
      readonly tag: 'integer';
      readonly range: Readonly<Record<'least' | 'most', number>> | null;
      readonly orNull: boolean;
    }
  | { readonly tag: 'choice'; readonly values: readonly string[]; readonly orNull: boolean }
  | { readonly tag: 'time'; readonly orNull: boolean }
  | { readonly tag: 'form'; readonly form: TextForm }
  | { readonly tag: 'repeats'; readonly path: string }
  | { readonly tag: 'header'; readonly name: string; readonly fault: keyof typeof HEADER_FAULTS }
  | { readonly tag: 'header-bytes'; readonly most: number; readonly given: number }
  /** A mask stands where a secret belongs. */
  | { readonly tag: 'masked' }
  | { readonly tag: 'not-after-start' }
  | { readonly tag: 'too-long-after-start'; readonly mostDays: number }
  | { readonly tag: 'before-start' }
  | { readonly tag: 'outside-years'; readonly first: number; readonly last: number }
  | { readonly tag: 'longer-than-period'; readonly periodDays: number; readonly hours: number }
  /** What only a script can get wrong; forms make no such body. */
  | { readonly tag: 'other'; readonly text: string };

/** Completes the sentence "<field> …". */
export function reasonText(reason: FaultReason): string {
  switch (reason.tag) {
    case 'required':
      return reason.monitorType === undefined ? 'is required' : `is required for ${reason.monitorType} monitors`;
    case 'characters':
      return `must be ${amountText(reason)} characters long`;
    case 'items':
      return `must have ${amountText(reason)} items`;
    case 'integer':
      return `must be an integer${rangeText(reason.range)}${nullText(reason)}`;
    case 'choice':
      return `must be one of ${reason.values.join(', ')}${nullText(reason)}`;
    case 'time':
      return `must be a real date and time in ISO 8601 with an offset, such as 2026-01-31T09:30:00Z${nullText(reason)}`;
    case 'form':
      return TEXT_FORMS[reason.form];
    case 'repeats':
      return `repeats ${reason.path}`;
    case 'header':
      return HEADER_FAULTS[reason.fault];
    case 'header-bytes':
      return `must be at most ${String(reason.most)} bytes of names and values, not ${String(reason.given)}`;
    case 'masked':
      return 'is masked: send the value itself, or leave the field out';
    case 'not-after-start':
      return 'must be after startsAt';
    case 'too-long-after-start':
      return `must be at most ${String(reason.mostDays)} days after startsAt`;
    case 'before-start':
      return 'must not be before startsAt';
    case 'outside-years':
      return `must lie in the years ${String(reason.first)} to ${String(reason.last)}`;
    case 'longer-than-period':
      return `repeats after ${String(reason.periodDays)} days at the shortest, but one occurrence is ${String(reason.hours)} hours long`;
    case 'other':
      return reason.text;
  }
}

function amountText({ least, most }: Amount): string {
  if (most === undefined) return `at least ${String(least)}`;
  return least === 0 ? `at most ${String(most)}` : `${String(least)} to ${String(most)}`;
}

function rangeText(range: Readonly<Record<'least' | 'most', number>> | null): string {
  return range === null ? '' : ` from ${String(range.least)} to ${String(range.most)}`;
}

function nullText({ orNull }: { readonly orNull: boolean }): string {
  return orNull ? ' or null' : '';
}
