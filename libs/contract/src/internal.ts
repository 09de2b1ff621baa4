import type { KeyCaller, Person, PlanLimits, Role, Subscription } from './caller.ts';
import type { CheckOutcome, CheckTarget } from './checks.ts';
import type { ContactSettings, ContactState, ContactType } from './contact-type.ts';
import { subjects } from './streams.ts';
import { DEFAULT_DEADLINE_MS, operationSubject, type NatsUser, type ServiceName } from './subject.ts';
import type { ContactTest } from './resources/contact-test.ts';
import type { Incident, IncidentEvidence } from './resources/incident.ts';
import type { MonitorState, MonitorType } from './resources/monitor.ts';
import type { NextWindow } from './resources/overview.ts';

/** A request between our own services, not part of the API. The type parameters are its input and its answer. */
export interface InternalRequest<Input, Answer> {
  readonly subject: string;
  readonly deadlineMs: number;
  /** True if the request waits for a third party; such requests have separate places. */
  readonly takesLong?: true;
  /** The services whose NATS users may send this request. The operator's command line uses the account service's user. */
  readonly callers: readonly NatsUser[];
  /** Only for the compiler. */
  readonly types?: { input: Input; answer: Answer };
}

function internalRequest<Input, Answer>(
  service: ServiceName | 'gateway',
  name: string,
  callers: readonly NatsUser[],
): InternalRequest<Input, Answer> {
  return { subject: operationSubject(service, name), deadlineMs: DEFAULT_DEADLINE_MS, callers };
}

export interface KeyCredential {
  kind: 'key';
  name: string;
  caller: KeyCaller;
  /** ISO 8601; null: never. Whoever keeps the answer judges the expiry again. */
  expiresAt: string | null;
}

/** A person who is signed in. The organization is chosen by each request. */
export interface SessionCredential {
  kind: 'session';
  sessionId: string;
  person: Person;
  /** The organization that the person used last comes first. */
  memberships: SessionMembership[];
  expiresAt: string;
}

export interface SessionMembership {
  organizationId: string;
  name: string;
  role: Role;
  plan: PlanLimits;
  subscription: Subscription;
}

/** What the account service says about a credential that may be used now. */
export type Credential = KeyCredential | SessionCredential;

export interface KeyUse {
  keyId: string;
  at: string;
  /** The address of the client. */
  from?: string;
}

/** Sent to all gateways when a key, or what a person may do, has changed. A lost message only costs time. */
export type CredentialChange = { keyId: string } | { personId: string };

/**
 * An outage as the monitor service knows it. It travels as a fact of `monitor.*` events and in `applyOutage`; the
 * highest revision is the truth, so order and repetition do not matter.
 */
export interface OutageFact {
  incidentId: string;
  revision: number;
  /** `target` is what is checked, without anything that could be secret; null for CRON monitors. */
  monitor: { id: string; name: string; type: MonitorType; target: string | null; createdAt: string };
  startedAt: string;
  cause: string;
  evidence: IncidentEvidence[];
  /** Null while the outage continues. */
  resolved: { at: string; because: 'RECOVERED' | 'PAUSED' | 'TYPE_CHANGED' } | null;
}

/**
 * A period in which a monitor was DEGRADED, named by its start. A fact that has an end is the truth, so order and
 * repetition do not matter.
 */
export interface DegradedFact {
  monitor: OutageFact['monitor'];
  startedAt: string;
  /** Null in the fact about the end. */
  cause: string | null;
  /** Null while it lasts. DOWN: it became worse. */
  ended: { at: string; because: 'RECOVERED' | 'DOWN' | 'PAUSED' | 'TYPE_CHANGED' } | null;
}

/** When the certificate of a monitor, or the registration of its domain, expires. */
export interface KnownExpiry {
  organizationId: string;
  monitor: OutageFact['monitor'];
  expiresAt: string;
}

/** Asks for one page of the expiries until then, in the order of the monitors' ids. */
export interface ExpiryQuery {
  until: string;
  /** The last monitor of the page before; null: the first page. */
  after: string | null;
  limit: number;
}

/** The facts that `monitor.*` events carry. */
export interface MonitorFacts {
  /** The outage that began, changed or ended with this event. */
  outage?: OutageFact;
  /** The period of being DEGRADED that began or ended with this event. */
  degraded?: DegradedFact;
}

/** The facts that `maintenance.*` events carry; the highest revision of a window is the truth. */
export interface MaintenanceFacts {
  revision: number;
  monitorIds: string[];
  /** The current and the next one, so that the incident service knows each before it starts. Empty once cancelled. */
  occurrences: TimeSpan[];
}

export interface TimeSpan {
  startsAt: string;
  endsAt: string;
}

export interface MaintenanceSpansQuery {
  /** Its windows are brought up to date first. Null: the monitors belong to any organizations. */
  organizationId: string | null;
  monitorIds: readonly string[];
  from: string;
  to: string;
}

export interface MaintenanceSpan extends TimeSpan {
  monitorId: string;
}

/** A window at one moment, sent to the incident service before the client's request is answered. */
export interface MaintenanceNotice {
  organizationId: string;
  windowId: string;
  at: string;
  isCancelled: boolean;
  facts: MaintenanceFacts;
}

/** A recipient of alerts, as the operator sees it. */
export interface AlertContact extends ContactSettings {
  id: string;
  organizationId: string;
  type: ContactType;
  /** Null when the contact has no name. */
  name: string | null;
  /** Masked where it is a secret. */
  to: string;
  state: ContactState;
  /** Monitors created after this time are attached; `before` applies to older ones. Both have exceptions. */
  monitors: { since: string; before: 'ALL' | 'NONE'; attached: string[]; detached: string[] };
  createdAt: string;
}

export interface ContactCreate {
  organizationId: string;
  type: ContactType;
  to: string;
  /** Null where the type needs none, or where one is made. */
  secret: string | null;
  name: string | null;
  monitors: 'ALL' | 'NONE' | string[];
  /** Settings that are left out get the default of the type. */
  settings: Partial<ContactSettings>;
}

/** `secret` is the one that was made, or given, for a webhook; null for all other types. */
export type AddedContact = AlertContact & { secret: string | null };

export interface ContactChange {
  contactId: string;
  settings: Partial<ContactSettings>;
}

export interface ContactAttachment {
  contactId: string;
  attached: boolean;
  monitors: 'ALL' | string[];
}

export interface MonitorDescription {
  id: string;
  name: string;
  type: MonitorType;
  state: MonitorState;
  createdAt: string;
}

export interface UptimeQuery {
  organizationId: string;
  monitors: { id: string; excluded: TimeSpan[] }[];
  /** Local dates, `YYYY-MM-DD`, both included. */
  fromDate: string;
  toDate: string;
  timezone: string;
}

/** Seconds of a period by what was observed. */
export interface UptimeSummary {
  upSeconds: number;
  degradedSeconds: number;
  downSeconds: number;
  maintenanceSeconds: number;
  unknownSeconds: number;
}

export interface MonitorUptime extends UptimeSummary {
  id: string;
  days: (UptimeSummary & { date: string })[];
}

export interface PagesOfMonitorQuery {
  organizationId: string;
  monitorId: string;
  limit: number;
  offset: number;
}

/** A status page that shows a monitor. */
export interface PageOfMonitor {
  id: string;
  name: string;
  slug: string;
  url: string;
  published: boolean;
  /** What the page calls the monitor; null: the name of the monitor. */
  componentName: string | null;
}

/** A message that a service could not process, or a fact that it could not send, because of its data. */
export interface ParkedMessage {
  /** The consumer that could not process it; `outbox` for a fact that could not be sent. */
  consumer: string;
  messageId: string;
  subject: string;
  bytes: number;
  error: string;
  deliveries: number;
  parkedAt: string;
}

export interface CredentialQuery {
  hashes: string[];
  /** True if nobody uses the credentials at this moment: a gateway asks whether their streams may stay open. */
  isWatching?: boolean;
}

/** The outcome of a replay; `error` is null when the message had its effect. */
export interface ReplayOutcome {
  consumer: string;
  messageId: string;
  error: string | null;
}

export const internal = {
  /** Who presents credentials with these hashes, in their order; null for those that nobody may use. */
  findCredentials: {
    ...internalRequest<CredentialQuery, { credentials: (Credential | null)[] }>('account', 'findCredentials', [
      'gateway',
    ]),
    // A client waits for it before anything else happens, and an older answer stands when there is none.
    deadlineMs: 300,
  },
  /** Records when keys were last used. */
  noteKeyUses: internalRequest<{ uses: KeyUse[] }, null>('account', 'noteKeyUses', ['gateway']),
  /** Runs one check now, with its confirmation, on any worker. The deadline is two longest timeouts and a margin. */
  runCheck: {
    subject: subjects.runCheck,
    deadlineMs: 130_000,
    takesLong: true,
    callers: ['monitor'],
  } as InternalRequest<{ organizationId: string; target: CheckTarget }, CheckOutcome>,
  /** Name, type, state and creation time of monitors; unknown ones are left out. */
  describeMonitors: internalRequest<
    { organizationId: string; monitorIds: string[] },
    { monitors: MonitorDescription[] }
  >('monitor', 'describeMonitors', ['incident', 'status-page']),
  /** Certificates and registrations of monitors that are not paused, which expire between now and then. */
  listExpiries: internalRequest<ExpiryQuery, { expiries: KnownExpiry[] }>('monitor', 'listExpiries', ['incident']),
  /** Uptime of monitors, in total and by local day, without the time that the caller excludes as maintenance. */
  uptime: internalRequest<UptimeQuery, { monitors: MonitorUptime[] }>('monitor', 'uptime', ['status-page']),
  /** Applies an outage now; answers when its incident is visible. */
  applyOutage: internalRequest<{ organizationId: string; outage: OutageFact }, null>('incident', 'applyOutage', [
    'monitor',
  ]),
  /** Erases the incidents of a deleted monitor, and ignores facts about it that arrive later. */
  forgetMonitorIncidents: internalRequest<{ organizationId: string; monitorId: string }, null>(
    'incident',
    'forgetMonitorIncidents',
    ['monitor'],
  ),
  /** Makes a window suppress alerts from now on; the event of the window repeats the same fact. */
  applyMaintenance: internalRequest<MaintenanceNotice, null>('incident', 'applyMaintenance', ['status-page']),
  /** Refuses addresses that cannot be alerted and monitors that do not exist; the error names the field. */
  addContact: internalRequest<ContactCreate, AddedContact>('incident', 'addContact', ['account']),
  listContacts: internalRequest<{ organizationId: string }, { contacts: AlertContact[] }>('incident', 'listContacts', [
    'account',
  ]),
  /** What the contact is told of ongoing outages is decided again at once. */
  changeContact: internalRequest<ContactChange, AlertContact>('incident', 'changeContact', ['account']),
  attachContact: internalRequest<ContactAttachment, AlertContact>('incident', 'attachContact', ['account']),
  removeContact: internalRequest<{ contactId: string }, AlertContact>('incident', 'removeContact', ['account']),
  /** Sends a test message now, and says what the receiver answered. */
  testContact: {
    ...internalRequest<{ contactId: string }, ContactTest>('incident', 'testContact', ['account']),
    deadlineMs: 20_000,
    takesLong: true,
  },
  /** Whether a mail address belongs to a person of the organization. */
  isMember: internalRequest<{ organizationId: string; email: string }, { isMember: boolean }>('account', 'isMember', [
    'incident',
  ]),
  /** How many of the plan's allowance the organization has. */
  countMonitors: internalRequest<{ organizationId: string }, { count: number }>('monitor', 'countMonitors', [
    'account',
  ]),
  countStatusPages: internalRequest<{ organizationId: string }, { count: number }>('status-page', 'countStatusPages', [
    'account',
  ]),
  countWebhookEndpoints: internalRequest<{ organizationId: string }, { count: number }>(
    'webhook-dispatcher',
    'countWebhookEndpoints',
    ['account'],
  ),
  /** All endpoints of an organization, the oldest first. */
  namedWebhookEndpoints: internalRequest<{ organizationId: string }, { endpoints: { id: string; host: string }[] }>(
    'webhook-dispatcher',
    'namedWebhookEndpoints',
    ['incident'],
  ),
  /** Sends `webhook.test` to one endpoint, in one attempt now. */
  rehearseWebhookEndpoint: {
    ...internalRequest<
      { organizationId: string; endpointId: string },
      { isDelivered: boolean; answer: string; tookMs: number }
    >('webhook-dispatcher', 'rehearseWebhookEndpoint', ['incident']),
    deadlineMs: 25_000,
    takesLong: true,
  },
  /** Windows that are running or planned, in the order of their start, and how many there are. */
  listNextWindows: internalRequest<{ organizationId: string; limit: number }, { windows: NextWindow[]; total: number }>(
    'status-page',
    'listNextWindows',
    ['monitor'],
  ),
  /** Incidents that have not ended, newest first, and how many there are. */
  listOngoingIncidents: internalRequest<
    { organizationId: string; limit: number },
    { incidents: Incident[]; total: number }
  >('incident', 'listOngoingIncidents', ['monitor']),
  /** The status pages that show a monitor, newest first. */
  listPagesOfMonitor: internalRequest<PagesOfMonitorQuery, { pages: PageOfMonitor[]; total: number }>(
    'status-page',
    'listPagesOfMonitor',
    ['monitor'],
  ),
  /** The times in which monitors were in maintenance, also by windows that are deleted. A running one ends in the future. */
  listMaintenanceSpans: internalRequest<MaintenanceSpansQuery, { spans: MaintenanceSpan[] }>(
    'status-page',
    'listMaintenanceSpans',
    ['monitor'],
  ),
  /** Takes a deleted monitor off pages, published incidents and windows. */
  forgetMonitorPages: internalRequest<{ organizationId: string; monitorId: string }, null>(
    'status-page',
    'forgetMonitorPages',
    ['monitor'],
  ),
} as const;

/** The services that park messages, each with the requests by which an operator finds and replays them. */
export const parkedRequests = {
  account: parkedRequestsOf('account'),
  monitor: parkedRequestsOf('monitor'),
  incident: parkedRequestsOf('incident'),
  'status-page': parkedRequestsOf('status-page'),
  'webhook-dispatcher': parkedRequestsOf('webhook-dispatcher'),
} as const satisfies Partial<Record<ServiceName, ParkedRequests>>;

export type ParkingService = keyof typeof parkedRequests;

export interface ParkedRequests {
  /** The oldest 100. */
  readonly list: InternalRequest<Record<string, never>, { messages: ParkedMessage[] }>;
  /** Gives the message with this id, or the oldest 100, back to their consumers; each has its effect once. */
  readonly replay: InternalRequest<{ messageId: string | null }, { outcomes: ReplayOutcome[] }>;
}

function parkedRequestsOf(service: ServiceName): ParkedRequests {
  return {
    list: internalRequest(service, 'listParked', ['account']),
    replay: { ...internalRequest(service, 'replayParked', ['account']), deadlineMs: 60_000 },
  };
}

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
