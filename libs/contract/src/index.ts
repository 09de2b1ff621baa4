export { hashApiKey, isWellFormedKey } from './values/api-key.ts';
export { newId, timeOfId, type IdPrefix } from './values/ids.ts';
export { ApiError, type Detail, type ErrorCode } from './errors.ts';
export {
  DEFAULT_DEADLINE_MS,
  inboxPrefix,
  JETSTREAM_DOMAIN,
  jetstreamApi,
  NATS_USERS,
  partsSubject,
  REGION_WORKER,
  type NatsUser,
  type ServiceName,
} from './subject.ts';
export { MAX_LONG_REQUESTS, takesIdempotencyKey, type Deprecation, type Method, type Operation } from './operation.ts';
export { ORDINARY, type StreamLimit } from './operation-bounds.ts';
export { requestLaneOf, type RequestLane } from './request-lane.ts';
export type { CallLimit } from './call-limit.ts';
export { defineContract, type Contract } from './contract.ts';
export { contract, operations } from './operations/operations.ts';
export { consoleContract, consoleOnlyOperations } from './operations/console-operations.ts';
export {
  servedOperations,
  type BodyOf,
  type OperationId,
  type QueryOf,
  type RequestOf,
  type ResponseOf,
} from './operations/served-operations.ts';
export {
  ROLES,
  type Access,
  type Actor,
  type Caller,
  type Idempotency,
  type KeyCaller,
  type NewSession,
  type Person,
  type PlanLimits,
  type RequestContext,
  type RequestSession,
  type Role,
  type SessionCaller,
  type Subscription,
} from './caller.ts';
export { MASK, maskedMonitor, seesMasks } from './masks.ts';
export { auditSubject, type AuditMessage } from './audit.ts';
export { compileRequestValidator, type RequestValidator, type ValidRequest } from './validation/request-validator.ts';
export { compileResponseValidator } from './validation/response-validator.ts';
export { isIdempotencyKey } from './values/idempotency-key.ts';
export { parseTimestamp } from './values/timestamp.ts';
export { detailsOf, otherFault, type Fault } from './faults/fault.ts';
export { monitorFaults } from './resources/monitor-fields.ts';
export { maintenanceChangeFaults, maintenanceWindowFaults } from './resources/maintenance-window-fields.ts';
export { isTimeZone } from './values/time-zone.ts';
export { durationWords } from './values/duration-words.ts';
export { MAX_ERROR_CHARACTERS, MAX_EVENT_UPDATES, shortError } from './events/event-bounds.ts';
export { eventSubject, EVENT_TYPES, type EventType } from './event-types.ts';
export {
  eventDefinitions,
  eventData,
  eventMonitor,
  type EventData,
  type EventMessage,
  type EventMonitor,
  type PublicEvent,
} from './events/events.ts';
export { buildOpenApi } from './openapi/openapi.ts';
export type { Edition } from './openapi/edition.ts';
export { consoleEdition } from './openapi/console-edition.ts';
export { publicEdition } from './openapi/public-edition.ts';
export {
  consumers,
  consumersOf,
  FACT_LANES,
  jobConsumers,
  MAX_PAYLOAD_BYTES,
  streams,
  streamsKeptBy,
  subjects,
  type ConsumerDefinition,
  type FactLane,
  type StreamDefinition,
} from './streams.ts';
export { isLoopbackName } from './values/loopback-name.ts';
export { clientNetwork } from './values/client-network.ts';
export { REPORTED_GAUGES, type GaugeName, type Measure, type RollCallAnswer } from './messages/roll-call.ts';
export { flows, natsPermissions } from './nats/nats-permissions.ts';
export { CHECK_LANES, laneOf, paceOf, SLOW_AFTER_MS, type CheckLane, type CheckPace } from './messages/check-lane.ts';
export { withoutCredentials } from './values/host-name.ts';
export {
  DNS_RECORD_TYPES,
  MONITOR_STATES,
  MONITOR_TYPES,
  monitorUpdateSchema,
  REQUEST_METHODS,
  type Monitor,
  type MonitorCreate,
  type MonitorState,
  type MonitorType,
  type MonitorUpdate,
} from './resources/monitor.ts';
export type { BulkAction, BulkOutcome } from './resources/monitor-bulk.ts';
export {
  LATENCY_HOURS,
  MONITOR_LIST_SORTS,
  type MonitorListItem,
  type MonitorListPage,
  type MonitorListSort,
} from './resources/monitor-list.ts';
export type { NextWindow, Overview } from './resources/overview.ts';
export { MAX_REPLAY_DAYS, MAX_REPLAY_PERIODS, type ReplayBody, type ReplayResult } from './resources/replay.ts';
export type { MonitorTest } from './resources/monitor-test.ts';
export {
  type StreamEntry,
  type StreamGrowth,
  type StreamPage,
  type StreamPageRequest,
} from './messages/stream-page.ts';
export { EVENT_LOG_DAYS, type LoggedEvent } from './resources/event-log.ts';
export { paginationSchema, type Pagination } from './resources/pagination.ts';
export type { Incident, IncidentDetail, IncidentEvidence, IncidentTimelineType } from './resources/incident.ts';
export {
  type StatusPage,
  PREVIEW_PATH,
  type StatusPageCreate,
  type StatusPageState,
  type StatusPageTheme,
  type StatusPageUpdate,
} from './resources/status-page.ts';
export {
  STATUS_INCIDENT_STATES,
  type StatusIncident,
  type StatusIncidentCreate,
  type StatusIncidentEntry,
  type StatusIncidentImpact,
  type StatusIncidentPost,
  type StatusIncidentState,
  type StatusIncidentUpdate,
} from './resources/status-incident.ts';
export {
  WEEKDAYS,
  type MaintenanceState,
  type MaintenanceWindow,
  type MaintenanceWindowCreate,
  type MaintenanceWindowUpdate,
  type Recurrence,
  type Weekday,
} from './resources/maintenance-window.ts';
export type {
  EndpointDisabledReason,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
} from './resources/webhook-endpoint.ts';
export {
  DELIVERY_STATES,
  type AttemptTrigger,
  type DeliveryState,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from './resources/webhook-delivery.ts';
export { limitRefusal, ORGANIZATION_LIMITS } from './values/organization-limits.ts';
export type { AlertContactAnswer, ContactOutcome, CreatedAlertContact } from './resources/alert-contact.ts';
export type { AlertAnswer, AlertKind, AlertReason, AlertSubject } from './resources/alert.ts';
export type { MonitorAlerting } from './resources/monitor-alerting.ts';
export type { Acknowledgement } from './resources/acknowledgement.ts';
export type { ContactTest } from './resources/contact-test.ts';
export type { Rehearsal, Rehearsed } from './resources/rehearsal.ts';
export {
  MAX_HISTORY_DAYS,
  MAX_LATENCY_POINTS,
  type Check,
  type CheckVerdict,
  type LatencyStep,
  type MonitorLatency,
  type MonitorStateSpan,
  type MonitorUptimeReport,
} from './resources/check-history.ts';
export type { Usage } from './resources/organization.ts';
export { CONSOLE_THEMES } from './resources/session.ts';
export {
  CONTACT_TYPES,
  type ContactSettings,
  type ContactType,
  type NotifyOn,
  type QuietHours,
} from './values/contact-type.ts';
export type {
  AddedContact,
  AlertContact,
  ContactAttachment,
  ContactChange,
  ContactCreate,
} from './internal/alert-contacts.ts';
export type {
  Credential,
  CredentialChange,
  CredentialQuery,
  KeyCredential,
  KeyUse,
  SessionCredential,
  SessionMembership,
} from './internal/credentials.ts';
export { type ErasingService, erasureRequests } from './internal/erasure-requests.ts';
export type { TimelineWords } from './internal/incident-requests.ts';
export type { InternalRequest } from './internal/internal-request.ts';
export { internal } from './internal/internal.ts';
export type {
  MaintenanceFacts,
  MaintenanceNotice,
  MaintenanceCursor,
  MaintenanceSpan,
  MaintenanceSpans,
  MaintenanceSpansQuery,
  TimeSpan,
} from './internal/maintenance.ts';
export type { DegradedFact, MonitorFacts, OutageFact, PausedMonitor } from './internal/monitor-facts.ts';
export type {
  ExpiryQuery,
  KnownExpiry,
  MonitorDescription,
  MonitorUptime,
  OwnedMonitor,
  UptimeAnswer,
  UptimeDay,
  UptimeQuery,
} from './internal/monitor-requests.ts';
export {
  type ParkedMessage,
  parkedRequests,
  type ParkingService,
  type ReplayOutcome,
} from './internal/parked-requests.ts';
export type { PageOfMonitor, PagesOfMonitorQuery } from './internal/status-page-requests.ts';
export { LONGEST_REGION, readPresence } from './messages/worker-presence.ts';
export { MAX_JOBS_PER_BATCH, PRESENCE_MS } from './messages/checks.ts';
export type {
  CheckAttempt,
  CheckJob,
  CheckOutcome,
  CheckResult,
  CheckTarget,
  ConfirmationReply,
  ConfirmationRequest,
  DnsTarget,
  DomainRegistration,
  DomainTarget,
  HttpTarget,
  JobBatch,
  KeywordTarget,
  Observation,
  OrganizationPlaces,
  PingTarget,
  Places,
  PortTarget,
  ResultBatch,
  SslTarget,
  WorkerPresence,
} from './messages/checks.ts';
