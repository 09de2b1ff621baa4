import type { AlertHistory } from './alert-history.ts';
import { shownAt } from './alert-history-words.ts';
import type { Job, SentMessage } from './alert-outbox.ts';
import type { Played } from './alert-tables.ts';

const MINUTE = 60;
const AT_ONCE = 5;
const GATHERED_SECONDS = 15;
/** To send one message after the other. */
const SENDING_SECONDS = 6;

/** What a history breaks of the promises about many alerts at once, in words. */
export function brokenStormPromises(history: AlertHistory, { jobs, messages }: Played): string[] {
  return history.contacts.flatMap(({ isMerged, unwilling }, contact) => {
    const own = messages.filter((message) => message.contact === contact);
    // Where the service is down or the receiver unwilling, nothing can be in time.
    const isCalm = history.crashes.length === 0 && unwilling.length === 0;
    const rules = isMerged
      ? [...tooManyAlone(own), ...tooOften(own), ...(isCalm ? late(jobs, contact, own) : [])]
      : own.filter(({ digest }) => digest !== null).map(({ at }) => `alerts are merged at ${shownAt(at)}`);
    return rules.map((text) => `contact ${contact}: ${text}`);
  });
}

function tooManyAlone(messages: readonly SentMessage[]): string[] {
  const alone = messages.filter(({ digest }) => digest === null);
  return alone.flatMap(({ at }, index) => {
    const sixth = alone[index + AT_ONCE];
    return sixth !== undefined && sixth.at < at + MINUTE
      ? [`more than five alone within a minute, ${shownAt(at)}`]
      : [];
  });
}

/** A message that is repeated, because it was refused or its sender died, is no other one. */
function tooOften(messages: readonly SentMessage[]): string[] {
  const first = messages.filter(
    ({ digest }, index) => digest !== null && messages.findIndex((each) => each.digest === digest) === index,
  );
  return first.flatMap(({ at }, index) => {
    const next = first[index + 1];
    return next !== undefined && next.at < at + MINUTE
      ? [`two messages about many within a minute, ${shownAt(at)}`]
      : [];
  });
}

function late(jobs: readonly Job[], contact: number, messages: readonly SentMessage[]): string[] {
  const own = jobs.filter((job) => job.contact === contact).toSorted((one, other) => one.createdAt - other.createdAt);
  return own.flatMap((job, index) => {
    const takenAt = job.takenAt[0];
    if (takenAt === undefined) return [];
    const { createdAt, news, about } = job;
    const before = own.slice(0, index).filter((each) => each.createdAt > createdAt - MINUTE - SENDING_SECONDS);
    const gathered = messages.filter(
      ({ digest, at }) => digest !== null && createdAt - 2 * MINUTE < at && at <= takenAt,
    );
    const isFirst = before.length < AT_ONCE && gathered.every(({ at }) => at > createdAt + GATHERED_SECONDS);
    const isOfOwnStorm = gathered.length === 1 && gathered[0]?.jobs.includes(job) === true;
    const bound = isFirst ? 0 : isOfOwnStorm ? GATHERED_SECONDS : MINUTE;
    return takenAt > createdAt + bound + SENDING_SECONDS
      ? [`hears ${news} of ${about} at ${shownAt(takenAt)}, ${takenAt - createdAt} s late`]
      : [];
  });
}
