// Decides the stage of a maintenance window, and the steps that lead to the stage that is due.

import { occurrenceAfter, occurrenceEndingAfter, type Schedule, type Span } from './recurrence.ts';

export type Stage =
  | { readonly state: 'SCHEDULED' | 'ACTIVE'; readonly occurrence: Span }
  | { readonly state: 'COMPLETED'; readonly occurrence: null };

export interface WindowFields extends Schedule {
  readonly title: string;
  readonly description: string | null;
  readonly pageIds: readonly string[];
  readonly monitorIds: readonly string[];
}

export interface StoredWindow extends WindowFields {
  readonly id: string;
  readonly organizationId: string;
  readonly stage: Stage;
  /** The number of changes of the times. */
  readonly scheduleNumber: number;
  /** The number of events. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface Transition {
  readonly kind: 'STARTED' | 'ENDED';
  readonly occurrence: Span;
}

export interface Step {
  readonly transition: Transition;
  /** The stage after the transition. */
  readonly stage: Stage;
}

/** The stage before any start: a window that is already due starts through a step, as every other window. */
export function initialStage(schedule: Schedule, now: Date): Stage {
  return waitingFor(occurrenceEndingAfter(schedule, now));
}

/** The due steps, oldest first. After a long downtime there are several, because each occurrence starts and ends. */
export function dueSteps(schedule: Schedule, from: Stage, now: Date): Step[] {
  const steps: Step[] = [];
  let stage = from;
  for (;;) {
    const transition = dueTransition(stage, now);
    if (transition === undefined) return steps;
    stage = stageAfter(schedule, transition);
    steps.push({ transition, stage });
  }
}

function dueTransition({ state, occurrence }: Stage, now: Date): Transition | undefined {
  switch (state) {
    case 'SCHEDULED':
      return occurrence.startsAt <= now ? { kind: 'STARTED', occurrence } : undefined;
    case 'ACTIVE':
      return occurrence.endsAt <= now ? { kind: 'ENDED', occurrence } : undefined;
    case 'COMPLETED':
      return undefined;
  }
}

function stageAfter(schedule: Schedule, { kind, occurrence }: Transition): Stage {
  return kind === 'STARTED' ? { state: 'ACTIVE', occurrence } : waitingFor(occurrenceAfter(schedule, occurrence));
}

export interface Rescheduled {
  readonly stage: Stage;
  /** The running occurrence if the new times do not cover this moment: it ends now. */
  readonly interrupted: Span | null;
}

/** A running window continues without a new start if the new times cover this moment. */
export function reschedule(stage: Stage, schedule: Schedule, now: Date): Rescheduled {
  const occurrence = occurrenceEndingAfter(schedule, now);
  if (stage.state !== 'ACTIVE') return { stage: waitingFor(occurrence), interrupted: null };
  if (occurrence !== undefined && occurrence.startsAt <= now) {
    return { stage: { state: 'ACTIVE', occurrence }, interrupted: null };
  }
  return { stage: waitingFor(occurrence), interrupted: stage.occurrence };
}

/** The current or next occurrence and the one after it. */
export function plannedOccurrences(schedule: Schedule, { occurrence }: Stage): Span[] {
  if (occurrence === null) return [];
  const following = occurrenceAfter(schedule, occurrence);
  return following === undefined ? [occurrence] : [occurrence, following];
}

function waitingFor(occurrence: Span | undefined): Stage {
  return occurrence === undefined ? { state: 'COMPLETED', occurrence: null } : { state: 'SCHEDULED', occurrence };
}
