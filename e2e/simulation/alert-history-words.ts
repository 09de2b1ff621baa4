import {
  clockTime,
  DAY_SECONDS,
  START,
  type AlertHistory,
  type HistoryContact,
  type HistoryExpiry,
  type HistoryOutage,
  type HistoryParent,
  type Lasting,
  type Wishes,
} from './alert-history.ts';

/** The time of the day, and the day if it is not the first. */
export function shownAt(seconds: number): string {
  const time = new Date(START + seconds * 1_000).toISOString();
  return seconds < DAY_SECONDS ? time.slice(11, 19) : time.slice(5, 19);
}

export function historyInWords(history: AlertHistory): string[] {
  const { contacts, outages, slow, expiry, parent, windows, crashes, changes } = history;
  return [
    ...contacts.flatMap(contactInWords),
    ...outages.flatMap(outageInWords),
    ...slow.map((span, index) => `slow period ${index}, ${between(span)}, then ${span.because}`),
    ...(expiry === null ? [] : expiryInWords(expiry)),
    ...(parent === null ? [] : parentInWords(parent)),
    ...windows.map((span) => `maintenance, ${between(span)}`),
    ...crashes.map((span) => `the service is down, ${between(span)}`),
    ...changes.map(
      (change) => `contact ${change.contact} from ${shownAt(change.at)} on: ${wishesInWords(change.wishes)}`,
    ),
  ];
}

function between({ from, until }: Lasting): string {
  return `${shownAt(from)} to ${shownAt(until)}`;
}

function contactInWords({ wishes, confirmedAt, isMerged, unwilling }: HistoryContact, index: number): string[] {
  const confirms = `contact ${index} confirms ${confirmedAt === null ? 'never' : `at ${shownAt(confirmedAt)}`}`;
  return [
    `contact ${index}${isMerged ? '' : ', never merged'}: ${wishesInWords(wishes)}`,
    ...(confirmedAt === 0 ? [] : [confirms]),
    ...unwilling.map((span) => `contact ${index} ${span.answers === 'busy' ? 'is busy' : 'refuses'}, ${between(span)}`),
  ];
}

function outageInWords({ acknowledgedAt, because, ...span }: HistoryOutage, index: number): string[] {
  return [
    `outage ${index}, ${between(span)}, then ${because}`,
    ...(acknowledgedAt === null ? [] : [`outage ${index} is acknowledged at ${shownAt(acknowledgedAt)}`]),
  ];
}

function expiryInWords({ expiresAt, listedAt, gone }: HistoryExpiry): string[] {
  return [
    `expiry at ${shownAt(expiresAt)}, listed from ${shownAt(listedAt)}`,
    ...(gone === null ? [] : [`expiry is ${gone.because} from ${shownAt(gone.at)}`]),
    ...(gone === null || gone.backAt === null ? [] : [`expiry is listed again from ${shownAt(gone.backAt)}`]),
  ];
}

function parentInWords({ downs, checkSeconds }: HistoryParent): string[] {
  return [
    `a check takes ${checkSeconds === null ? 'for ever' : `${checkSeconds} s`}`,
    ...downs.map((span) => `the parent is down, ${between(span)}, noticed after ${span.noticedAfter} s`),
  ];
}

function wishesInWords(wishes: Wishes): string {
  const { isAttached, delayMinutes, remindEveryMinutes, quiet, hearsExpiries, expiryDays } = wishes;
  const words = [
    ...(isAttached ? [] : ['not attached']),
    ...(delayMinutes === 0 ? [] : [`${delayMinutes} min of delay`]),
    ...(remindEveryMinutes === null ? [] : [`reminded every ${remindEveryMinutes} min`]),
    ...(quiet === null ? [] : [`quiet from ${clockTime(quiet.from)} to ${clockTime(quiet.to)}`]),
    ...(wishes.hearsAcknowledgements ? ['hears acknowledgements'] : []),
    ...(wishes.hearsSlowness ? ['hears of slow periods'] : []),
    ...(hearsExpiries ? [`hears ${expiryDays.join(' and ')} days before an expiry`] : []),
  ];
  return words.length === 0 ? 'no wishes' : words.join(', ');
}
