// Decides how the monitors of a contact are written on the command line and shown to a person.
import type { AlertContact } from '@vedette/contract';
import type { Parsed } from '@vedette/configuration';
import { allOf, type Option } from './option.ts';

type Reader<T> = Pick<Option<T>, 'placeholder' | 'read'>;

export const monitorsToWatch: Reader<'ALL' | 'NONE' | string[]> = {
  placeholder: 'all|none|ID,ID',
  read: (text) => {
    if (text === 'all') return { ok: true, value: 'ALL' };
    if (text === 'none') return { ok: true, value: 'NONE' };
    return readIds(text, 'all, none or ids of monitors with commas between them');
  },
};

export const monitorsToChange: Reader<'ALL' | string[]> = {
  placeholder: 'all|ID,ID',
  read: (text) => {
    if (text === 'all') return { ok: true, value: 'ALL' };
    return readIds(text, 'all or ids of monitors with commas between them');
  },
};

function readIds(text: string, expected: string): Parsed<string[]> {
  const ids = text.split(',').map((id) => id.trim());
  return ids.every((id) => /^mon_\w+$/.test(id)) ? { ok: true, value: [...new Set(ids)] } : { ok: false, expected };
}

export function shownMonitors({ before, attached, detached }: AlertContact['monitors']): string {
  if (before === 'ALL') return detached.length === 0 ? 'all' : `all but ${allOf(detached)}`;
  const later = detached.length === 0 ? 'new ones' : `new ones but ${allOf(detached)}`;
  return allOf([...attached, later]);
}
