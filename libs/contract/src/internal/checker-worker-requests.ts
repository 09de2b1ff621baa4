import type { CheckOutcome, CheckTarget } from '../messages/checks.ts';
import { subjects } from '../streams.ts';
import type { InternalRequest } from './internal-request.ts';

/** What any worker answers. */
export const checkerWorkerRequests = {
  /** Runs one check now, with its confirmation, on any worker. The deadline is two longest timeouts and a margin. */
  runCheck: {
    subject: subjects.runCheck,
    deadlineMs: 130_000,
    lane: 'long',
    callers: ['monitor'],
  } as InternalRequest<{ organizationId: string; target: CheckTarget }, CheckOutcome>,
} as const;
