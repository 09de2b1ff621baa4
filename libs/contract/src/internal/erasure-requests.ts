import type { ServiceName } from '../subject.ts';
import { internalRequest, type InternalRequest } from './internal-request.ts';

/** The services that keep data of organizations, each with the request that erases the data of a deleted one. */
export const erasureRequests = {
  gateway: erasureRequestOf('gateway'),
  monitor: erasureRequestOf('monitor'),
  incident: erasureRequestOf('incident'),
  'status-page': erasureRequestOf('status-page'),
  'webhook-dispatcher': erasureRequestOf('webhook-dispatcher'),
} as const satisfies Record<Exclude<ServiceName, 'account'> | 'gateway', unknown>;

export type ErasingService = keyof typeof erasureRequests;

/** Each request erases for a moment; it is repeated until the answer says that nothing is left. */
function erasureRequestOf(
  service: Exclude<ServiceName, 'account'> | 'gateway',
): InternalRequest<{ organizationId: string }, { isDone: boolean }> {
  return internalRequest(service, 'eraseOrganization', ['account']);
}
