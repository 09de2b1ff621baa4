import { accountRequests } from './account-requests.ts';
import { checkerWorkerRequests } from './checker-worker-requests.ts';
import { incidentRequests } from './incident-requests.ts';
import { monitorRequests } from './monitor-requests.ts';
import { statusPageRequests } from './status-page-requests.ts';
import { webhookDispatcherRequests } from './webhook-dispatcher-requests.ts';

/** The requests between our own services, by name. A name belongs to one service only. */
export const internal = {
  ...accountRequests,
  ...checkerWorkerRequests,
  ...monitorRequests,
  ...incidentRequests,
  ...statusPageRequests,
  ...webhookDispatcherRequests,
} as const;
