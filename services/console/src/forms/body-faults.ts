import { ajvFaults } from '@vedette/contract/ajv-faults';
import { dottedPath, type Fault } from '@vedette/contract/fault';
import type { ErrorDetail } from '@vedette/sdk';
import type { Failure } from '../api/client.ts';
import type { Validate } from 'virtual:validators/*';
import { number } from '../format/format.ts';
import { faultWords } from '../words/faults.ts';
import { faultText, withoutField } from './fault-text.ts';

/** The faults of a body, found by the contract's own validator and rules, in the words of the reader. */
export function bodyFaults(validate: Validate, body: object, refine: () => readonly Fault[]): ErrorDetail[] {
  const found = validate(body) ? [] : ajvFaults(validate.errors ?? [], () => 'is not a known field');
  const texts = faultWords();
  const details = [...found, ...refine()].map(({ path, reason }) => ({
    path: dottedPath(path, 'body'),
    message: faultText(reason, texts, number),
  }));
  // The first fault of a field is the most basic one.
  return details.filter(({ path }, index) => details.findIndex((each) => each.path === path) === index);
}

/** The faults that only the server finds. */
export function serverFaults(failure: Failure | undefined): ErrorDetail[] {
  return (failure?.details ?? []).map((detail) => ({ path: detail.path, message: withoutField(detail) }));
}

/** The fault to show beside a field: its own, or that of a part of it. */
export function faultOf(details: readonly ErrorDetail[], field: string): string | undefined {
  return details.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
}
