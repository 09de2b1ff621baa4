// Decides how the text of an option or argument is parsed, and what the error says when it is invalid.
import type { Parsed } from '@vedette/configuration';
import { emailAddress } from '../people/email-address.ts';
import { readExpiry } from './expiry.ts';

export interface Option<T> {
  /** The placeholder of the value in the help. */
  readonly placeholder: string;
  readonly about: string;
  readonly isPositional: boolean;
  readonly isRequired: boolean;
  readonly fallback: T | undefined;
  read(text: string, now: Date): Parsed<T>;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

export type Values<O extends Options> = {
  readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never;
};

type Reader<T> = Pick<Option<T>, 'placeholder' | 'read'>;

export function required<T>(reader: Reader<T>, about: string): Option<T> {
  return { ...reader, about, isPositional: false, isRequired: true, fallback: undefined };
}

export function optional<T>(reader: Reader<T>, about: string): Option<T | undefined> {
  return { ...reader, about, isPositional: false, isRequired: false, fallback: undefined };
}

export function withDefault<T>(reader: Reader<T>, fallback: NoInfer<T>, about: string): Option<T> {
  return { ...reader, about, isPositional: false, isRequired: false, fallback };
}

/** A positional value after the command. */
export function argument<T>(reader: Reader<T>, about: string): Option<T> {
  return { ...reader, about, isPositional: true, isRequired: true, fallback: undefined };
}

const MAX_NAME_LENGTH = 120;
// Characters that would break the line that shows the name, and lone surrogates, which PostgreSQL cannot store.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

export const nameText: Reader<string> = {
  placeholder: 'NAME',
  read: (text) => {
    const length = Array.from(text).length;
    return length >= 1 && length <= MAX_NAME_LENGTH && !UNPRINTABLE.test(text)
      ? { ok: true, value: text }
      : { ok: false, expected: `1 to ${MAX_NAME_LENGTH} characters, none of them a control character` };
  },
};

export const emailText: Reader<string> = {
  placeholder: 'EMAIL',
  read: (text) => {
    const value = emailAddress(text);
    return value === undefined ? { ok: false, expected: `a mail address, not ${quoted(text)}` } : { ok: true, value };
  },
};

export const idText: Reader<string> = { placeholder: 'ID', read: textThatIsNotEmpty };
export const planName: Reader<string> = { placeholder: 'PLAN', read: textThatIsNotEmpty };

export function choice<const T extends string>(values: readonly T[]): Reader<T> {
  return {
    placeholder: values.join('|'),
    read: (text) => {
      const value = values.find((candidate) => candidate === text);
      return value === undefined
        ? { ok: false, expected: `${oneOf(values)}, not ${quoted(text)}` }
        : { ok: true, value };
    },
  };
}

export const expiryTime: Reader<Date> = { placeholder: 'WHEN', read: readExpiry };

/** Joins the words as `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

/** Joins the words as `a, b and c`. */
export function allOf(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words);
}

const MAX_QUOTED_LENGTH = 60;

/** The typed text, made safe for use inside a one-line sentence. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text);
}

function textThatIsNotEmpty(text: string): Parsed<string> {
  return text === '' ? { ok: false, expected: 'something, not ""' } : { ok: true, value: text };
}
