// Decides from when the time counts until the receiver of an alert about a new incident has accepted it.

/** What is known of the alert when it was accepted. */
export interface AcceptedAlert {
  /** When the outage became an incident; null if that is not known. */
  readonly openedAt: Date | null;
  readonly decidedAt: Date;
  /** When something that held the alert back was over; null if nothing did. */
  readonly heldUntil: Date | null;
  /** It was told together with others, which takes from 15 to 60 s on purpose. */
  readonly isGathered: boolean;
}

/**
 * The label of the metric. Alerts that were held back on purpose are measured apart, from when they became due: the time
 * since the incident shows our own delays alone. Gathering is part of the time since a decision.
 */
export type Since = 'incident' | 'hold' | 'decision';

export interface AcceptedTime {
  readonly since: Since;
  readonly seconds: number;
}

export function acceptedTime(
  { openedAt, decidedAt, heldUntil, isGathered }: AcceptedAlert,
  acceptedAt: Date,
): AcceptedTime {
  if (isGathered) return timeSince('decision', decidedAt, acceptedAt);
  if (heldUntil !== null) return timeSince('hold', heldUntil, acceptedAt);
  if (openedAt !== null) return timeSince('incident', openedAt, acceptedAt);
  return timeSince('decision', decidedAt, acceptedAt);
}

/** Never negative: the clock of another machine may be ahead of ours. */
function timeSince(since: Since, from: Date, to: Date): AcceptedTime {
  return { since, seconds: Math.max(0, to.getTime() - from.getTime()) / 1_000 };
}
