import { ajvFaults, toDetail } from '@vedette/contract/faults';
import type { ErrorDetail } from '@vedette/sdk';
import type { Validate } from 'virtual:validators/*';

/** The faults of a body in the words of the server, found by the contract's own validator. */
export function bodyFaults(validate: Validate, body: object, refine: () => readonly ErrorDetail[]): ErrorDetail[] {
  const found = validate(body) ? [] : ajvFaults(validate.errors ?? [], () => 'is not a known field');
  const details = [...found.map((fault) => toDetail(fault, 'body')), ...refine()];
  // The first fault of a field is the most basic one.
  return details.filter(({ path }, index) => details.findIndex((each) => each.path === path) === index);
}

/** The fault to show beside a field: its own, or that of a part of it. */
export function faultOf(details: readonly ErrorDetail[], field: string): string | undefined {
  return details.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
}
