import { cutOffOutcome, outcomeOf } from '@vedette/checker-worker/check-outcome';
import { messagesToPull } from '@vedette/checker-worker/capacity';
import { choosePeer, trustedPeers } from '@vedette/checker-worker/choose-peer';
import { knowsOthers, nextInSearch } from '@vedette/checker-worker/peer-search';
import { isContradicted, isMostlyContradicted, placeOf } from '@vedette/checker-worker/contradictions';
import { admit, confirmationPlaces } from '@vedette/checker-worker/confirmation-admission';
import { paceOfAttempt } from '@vedette/checker-worker/attempt-pace';
import { nextAttempt } from '@vedette/incident/alert-schedule';
import { applyFact } from '@vedette/incident/incident-lifecycle';
import { applyNotice } from '@vedette/incident/maintenance-window-spans';
import { subjectPlan } from '@vedette/incident/subject-plan';
import { nextSlotAfter, lostAfter, lostAfterRestart, slotToRun } from '@vedette/monitor/check-slots';
import { deadlineOf, isLate, missedSlotAt } from '@vedette/monitor/heartbeat-deadline';
import { jobsToHandOut } from '@vedette/monitor/handout';
import { changeMonitor } from '@vedette/monitor/monitor-change';
import { deletion, pause, resume } from '@vedette/monitor/monitor-lifecycle';
import { openOutage, stepOutage } from '@vedette/monitor/outage';
import { hearPings } from '@vedette/monitor/ping-results';
import { applyResult } from '@vedette/monitor/result-application';
import { recordChange } from '@vedette/monitor/state-record';
import { dueSteps, initialStage, plannedOccurrences } from '@vedette/status-page/maintenance-window-state';
import {
  deliveryChange,
  deliveryOutcome,
  healthNotes,
  isFailingTooLong,
} from '@vedette/webhook-dispatcher/delivery-outcome';
import { retryAfterMs } from '@vedette/webhook-dispatcher/retry-schedule';
import { isSubscribed } from '@vedette/webhook-dispatcher/subscription';

/** The rules of all services, as the services use them. A test replaces one of them to see its error found. */
export const realDeciders = {
  // monitor
  applyResult,
  changeMonitor,
  deadlineOf,
  deletion,
  hearPings,
  isLate,
  jobsToHandOut,
  lostAfter,
  lostAfterRestart,
  missedSlotAt,
  nextSlotAfter,
  openOutage,
  pause,
  recordChange,
  resume,
  slotToRun,
  stepOutage,
  // checker-worker
  admit,
  choosePeer,
  cutOffOutcome,
  confirmationPlaces,
  isContradicted,
  isMostlyContradicted,
  knowsOthers,
  messagesToPull,
  nextInSearch,
  outcomeOf,
  paceOfAttempt,
  placeOf,
  trustedPeers,
  // incident
  applyFact,
  applyNotice,
  nextAttempt,
  subjectPlan,
  // status-page
  dueSteps,
  initialStage,
  plannedOccurrences,
  // webhook-dispatcher
  deliveryChange,
  deliveryOutcome,
  healthNotes,
  isFailingTooLong,
  isSubscribed,
  retryAfterMs,
};

export type Deciders = typeof realDeciders;
