/** What an event is about. A resource follows the topics whose events change its answer. */
export type Topic =
  | 'monitors'
  | 'incidents'
  | 'status-incidents'
  | 'maintenance'
  | 'webhooks'
  | `monitor ${string}`
  | `incident ${string}`
  | `status-page ${string}`
  | `status-incident ${string}`
  | `maintenance-window ${string}`
  | `webhook ${string}`
  | `alert-contact ${string}`;
