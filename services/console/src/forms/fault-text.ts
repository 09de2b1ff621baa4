// Decides the text below a field that has a fault: in the reader's language if the reason is known, else the server's.

import type { FaultReason } from '@vedette/contract/fault-reason';
import type { ErrorDetail } from '@vedette/sdk';
import type { FaultWords } from '../words/faults.ts';

type Bounds = Pick<Extract<FaultReason, { tag: 'characters' }>, 'least' | 'most'>;

/** `number` writes a number as the language does. */
export function faultText(reason: FaultReason, texts: FaultWords, number: (value: number) => string): string {
  switch (reason.tag) {
    case 'required':
      return texts.required;
    case 'characters': {
      if (reason.isEmpty) return texts.required;
      const { fewerCharacters: fewer, moreCharacters: more, characters: between } = texts;
      return boundsText(reason, { fewer, more, between }, number);
    }
    case 'items': {
      if (reason.isEmpty) return texts.choose;
      const { fewerItems: fewer, moreItems: more, items: between } = texts;
      return boundsText(reason, { fewer, more, between }, number);
    }
    case 'integer': {
      const { range } = reason;
      return range === null ? texts.number : texts.numberBetween(number(range.least), number(range.most));
    }
    case 'choice':
      return texts.choice;
    case 'time':
      return texts.time;
    case 'form':
      return texts.forms[reason.form];
    case 'repeats':
      return texts.repeats;
    case 'header':
      return texts.headers[reason.fault](reason.name);
    case 'header-bytes':
      return texts.headerBytes(number(reason.most), number(reason.given));
    case 'masked':
      return texts.masked;
    case 'not-after-start':
      return texts.notAfterStart;
    case 'too-long-after-start':
      return texts.tooLongAfterStart(reason.mostDays);
    case 'before-start':
      return texts.beforeStart;
    case 'outside-years':
      return texts.outsideYears(reason.first, reason.last);
    case 'longer-than-period':
      return texts.longerThanPeriod;
    case 'other':
      return reason.text;
  }
}

interface BoundTexts {
  readonly fewer: (most: number) => string;
  readonly more: (least: number) => string;
  readonly between: (least: string, most: string) => string;
}

/** For a text that is not empty, "1 to 120" says no more than "120 at most". */
function boundsText({ least, most }: Bounds, texts: BoundTexts, number: (value: number) => string): string {
  if (most === undefined) return texts.more(least);
  return least <= 1 ? texts.fewer(most) : texts.between(number(least), number(most));
}

/** The message of the server, without the name that the field has in the API. */
export function withoutField({ path, message }: ErrorDetail): string {
  if (!message.startsWith(`${path} `)) return message;
  const sentence = message.slice(path.length + 1);
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;
}
