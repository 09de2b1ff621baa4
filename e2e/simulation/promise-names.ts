import { START } from './clock.ts';
import { clockWords } from './script-words.ts';

/** What the product promises, one name for each. */
export const PROMISES = [
  'a slot has its effect once',
  'the newest slot decides',
  'what ran before a change by hand changes nothing after it',
  'a paused or deleted monitor does not change',
  'an outage is opened only by a confirmed failure',
  'a worker without network never causes DOWN',
  'a cron job that reports in time is not missed',
  'an outage is resolved by a recovery, or by a pause',
  'an outage has one revision after the other',
  'outages of a monitor do not overlap',
  'the record of states is in order and ends in the present state',
  'a monitor has at most one ongoing incident',
  'nobody is alerted without an incident',
  'a contact is told of an opening and of its end once, in this order',
  'nobody is told that a pause ended an incident',
  'an event has one delivery for an endpoint',
  'a delivery is attempted on its schedule and not after a success',
  // When nothing more is going to happen, see promises-at-rest.ts:
  'every outage has one incident, and every incident its outage',
  'the state settles to the truth',
  'an outage is found and its end is seen in time',
  'a timeline has one opening, and one end when it is over',
  'contacts are told, except in maintenance and of paused monitors',
  'one contact stands in for those that cannot be reached',
  'every event is told once',
  'every event is delivered, or given up by the rule',
  'a worker trusts its network again',
  'everything comes to rest',
] as const;
export type PromiseName = (typeof PROMISES)[number];

/** A promise that a history broke. */
export class Violation extends Error {
  readonly promise: PromiseName;

  constructor(promise: PromiseName, at: number, details: string) {
    super(`${clockWords(at - START)}  broken: ${promise}. ${details}`);
    this.promise = promise;
  }
}
