// Made from libs/contract by `npx -y pnpm run sdk`: change it there.

import type { Call, CallOptions, List } from './call.ts';
import type { EventStream, StreamOptions } from './event-stream-types.ts';

/** All operations, by resource. */
export interface Api {
  readonly monitors: MonitorsApi;
  readonly incidents: IncidentsApi;
  readonly statusPages: StatusPagesApi;
  readonly maintenanceWindows: MaintenanceWindowsApi;
  readonly statusIncidents: StatusIncidentsApi;
  readonly webhookEndpoints: WebhookEndpointsApi;
  readonly webhookDeliveries: WebhookDeliveriesApi;
  readonly signIn: SignInApi;
  readonly session: SessionApi;
  readonly sessions: SessionsApi;
  readonly me: MeApi;
  readonly organization: OrganizationApi;
  readonly usage: UsageApi;
  readonly auditLog: AuditLogApi;
  readonly members: MembersApi;
  readonly invitations: InvitationsApi;
  readonly keys: KeysApi;
  readonly events: EventsApi;
  readonly alertContacts: AlertContactsApi;
  readonly alerts: AlertsApi;
  readonly rehearsals: RehearsalsApi;
  readonly acknowledgements: AcknowledgementsApi;
  readonly monitorTests: MonitorTestsApi;
  readonly monitorList: MonitorListApi;
  readonly overview: OverviewApi;
  readonly maintenancePreviews: MaintenancePreviewsApi;
  readonly markdownPreviews: MarkdownPreviewsApi;
  readonly statusPagePreviews: StatusPagePreviewsApi;
}

export interface MonitorsApi {
  /** List monitors. Lists the monitors of the organization, newest first. */
  list(query?: ListMonitorsQuery, options?: CallOptions): List<MonitorList, Monitor>;
  /** Create a monitor. Creates a monitor in the state PENDING and queues its first check at once. All alert contacts that the organization has at this time are attached to it. `type` decides which fields are required: HTTP `url`; KEYWORD `url` and `keyword`; PING `host`; PORT `host` and `port`; SSL, DOMAIN and DNS `url`; CRON none, it waits to be pinged on its `heartbeatUrl`. An empty string counts as missing. 422 `plan_limit` when the monitor allowance of the plan is used up or `intervalSeconds` is faster than the plan permits. Emits `monitor.created`. */
  create(body: MonitorCreate, options?: CallOptions): Call<Monitor>;
  /** Get a monitor. Returns one monitor. */
  get(monitorId: string, options?: CallOptions): Call<Monitor>;
  /** Update a monitor. Changes the fields that are sent and keeps the others; no defaults are applied, `null` clears a nullable field. The resulting monitor is validated as a whole: an inconsistent result (a PORT monitor without `port`) is a 400 and nothing is applied. A change of what is checked queues a check at once unless the monitor is paused; the state stays until that check lands. A change of `type` moves the monitor to PENDING, resolves its ongoing incident and makes or drops `heartbeatUrl`. The interval of the plan is checked only when `intervalSeconds` is sent. Emits `monitor.updated`, with an empty `changed` when nothing did. */
  update(monitorId: string, body: MonitorUpdate, options?: CallOptions): Call<Monitor>;
  /** Delete a monitor. Permanently removes the monitor with its check history and its incidents, and from every status page, published incident and maintenance window. Emits `monitor.deleted`. */
  delete(monitorId: string, options?: CallOptions): Call<Deleted>;
  /** Pause a monitor. Stops checks and alerts and keeps the history; paused time is excluded from uptime. An ongoing incident is resolved without telling the alert contacts. Emits `monitor.paused`. A paused monitor is returned unchanged, without an event. */
  pause(monitorId: string, options?: CallOptions): Call<Monitor>;
  /** Resume a monitor. Moves a paused monitor to PENDING and checks it straight away; it stays PENDING until that check lands. Emits `monitor.resumed`. A monitor that is not paused is returned unchanged, without an event. */
  resume(monitorId: string, options?: CallOptions): Call<Monitor>;
  /** Check a monitor now. Runs one check and returns the monitor with its result. The check counts toward uptime and can open or resolve an incident like a scheduled one; a failed first attempt is confirmed by a second before the monitor goes DOWN, so the answer can take twice `timeoutSeconds`. A CRON monitor has its deadline evaluated now. 409 `conflict` when the monitor is paused, or is paused or pointed elsewhere while the check runs. An organization has at most 50 checks, test events and retries in flight; one more is 429 `rate_limited` with `Retry-After`. */
  check(monitorId: string, options?: CallOptions): Call<Monitor>;
  /** Get the alert contacts of a monitor. Returns the contacts that are attached to the monitor. */
  getAlertContacts(monitorId: string, options?: CallOptions): Call<MonitorAlertContacts>;
  /** Set the alert contacts of a monitor. Attaches exactly these contacts to the monitor. An unknown contact is a 400 at its place. */
  setAlertContacts(monitorId: string, body: MonitorAlertContactsPut, options?: CallOptions): Call<MonitorAlertContacts>;
  /** Get the parent and the runbook of a monitor. Returns the monitor on which this one depends, and the address of its runbook. */
  getAlerting(monitorId: string, options?: CallOptions): Call<MonitorAlerting>;
  /** Set the parent and the runbook of a monitor. Sets both; a field that is left out becomes null. When the monitor goes down, its parent is checked once, and alerts wait for that, for 10 seconds at most. While the parent is DOWN, alerts are held back; when it has recovered, the monitor is checked, and contacts are told if it is still down. A parent is another monitor of the organization that has no parent itself, and a monitor that is a parent has none; anything else is a 400 at `parentId`. A parent that is deleted becomes null. */
  setAlerting(monitorId: string, body: MonitorAlertingPut, options?: CallOptions): Call<MonitorAlerting>;
  /** Pause, resume or delete many monitors. Does the same to up to 500 monitors, in one step: either all of them change or none. Each changes as the operation for a single monitor would change it, with the same event. The answer says what happened to each id; ids of other organizations are NOT_FOUND. */
  bulk(body: MonitorBulk, options?: CallOptions): Call<MonitorBulkResult>;
  /** Try another policy for slow checks on the past. Replays stored checks of up to 30 days by the rules that decide about new ones, under another policy, and returns what happened beside what would have happened. Nothing changes. `unknown` says what history cannot answer. 409 `conflict` for CRON and DOMAIN monitors, which are never slow. One replay runs at a time, and organizations take turns. While two replays of an organization wait, one more is 429 `rate_limited` with `Retry-After`. */
  replay(monitorId: string, body: PolicyReplay, options?: CallOptions): Call<ReplayResult>;
  /** List the status pages that show a monitor. Lists the status pages with a component of this monitor, newest first, published or not. */
  listStatusPages(
    monitorId: string,
    query?: ListMonitorStatusPagesQuery,
    options?: CallOptions,
  ): List<MonitorStatusPageList, MonitorStatusPage>;
  /** List the checks of a monitor. Lists the checks of a monitor, as far back as they are kept. */
  listChecks(monitorId: string, query?: ListChecksQuery, options?: CallOptions): List<CheckList, Check>;
  /** Get the response times of a monitor. Returns how long checks took, by steps in UTC that cover the range. Steps of 60 s go as far back as single checks are kept, the others 13 months. A step that gives more than 2000 points is a 400. */
  getLatency(monitorId: string, query?: GetLatencyQuery, options?: CallOptions): Call<MonitorLatency>;
  /** Get the uptime of a monitor. Returns for how much of a range the monitor was up, and its outages; also day by day. Maintenance windows that ran are left out, also after their deletion. */
  getUptime(monitorId: string, query?: GetUptimeQuery, options?: CallOptions): Call<MonitorUptime>;
  /** List the states of a monitor. Lists the states that a monitor was in, each with its beginning and its end. */
  listStates(
    monitorId: string,
    query?: ListStatesQuery,
    options?: CallOptions,
  ): List<MonitorStateList, MonitorStateSpan>;
}

export interface IncidentsApi {
  /** List incidents. Lists outages that were detected from failed checks, ongoing and resolved, newest `startedAt` first. A monitor has at most one ongoing incident. */
  list(query?: ListIncidentsQuery, options?: CallOptions): List<IncidentList, Incident>;
  /** Get an incident. Returns one incident with the failed attempts that opened it and all that happened since. */
  get(incidentId: string, options?: CallOptions): Call<IncidentDetail>;
  /** Acknowledge an incident. Marks an ongoing incident as taken note of. Emits `incident.acknowledged`. An acknowledged incident is returned unchanged, also when it is resolved. 409 `conflict` when it was resolved and never acknowledged. */
  acknowledge(incidentId: string, options?: CallOptions): Call<IncidentDetail>;
  /** Add a note to an incident. Adds an entry NOTE to the timeline of an incident, ongoing or resolved, and returns the incident. Nobody is alerted. 409 `conflict` when the incident has 100 notes. */
  addNote(incidentId: string, body: IncidentNoteCreate, options?: CallOptions): Call<IncidentDetail>;
}

export interface StatusPagesApi {
  /** List status pages. Lists the status pages of the organization, newest first. */
  list(query?: ListStatusPagesQuery, options?: CallOptions): List<StatusPageList, StatusPage>;
  /** Create a status page. Creates a status page; only `name` is required. 409 `conflict` when the slug is taken or another page has proven the custom domain; a slug that is made from the name gets a suffix instead. 422 `plan_limit` when the allowance of the plan is used up. A monitor that is listed twice or unknown is a 400 at its path. */
  create(body: StatusPageCreate, options?: CallOptions): Call<StatusPage>;
  /** Get a status page. Returns one status page with its present state. */
  get(statusPageId: string, options?: CallOptions): Call<StatusPage>;
  /** Update a status page. Changes the fields that are sent. `components` replaces the whole list; a component keeps its id as long as its monitor stays on the page. 409 `conflict` when the slug is taken or another page has proven the custom domain. Another custom domain has to be proven anew. */
  update(statusPageId: string, body: StatusPageUpdate, options?: CallOptions): Call<StatusPage>;
  /** Delete a status page. Deletes a status page and takes it off every published incident and maintenance window; these stay. Its slug is free again. */
  delete(statusPageId: string, options?: CallOptions): Call<Deleted>;
}

export interface MaintenanceWindowsApi {
  /** List maintenance windows. Lists the maintenance windows of the organization, newest first. */
  list(query?: ListMaintenanceWindowsQuery, options?: CallOptions): List<MaintenanceWindowList, MaintenanceWindow>;
  /** Create a maintenance window. Plans a time in which alert contacts are not told of incidents of these monitors, and which status pages show. Webhook events are sent all the same. `endsAt` lies in the future, after `startsAt` and at most 31 days after it; an occurrence longer than the period of its recurrence is a 400. `startsAt`, `endsAt` and `recurrence.until` lie in the years 2000 to 2199. Start and end take effect within 2 seconds. 422 `plan_limit` when as many windows are not completed as the plan allows. A monitor is in at most 20 windows that are not completed; beyond, it is a 400 at its path. Emits `maintenance.scheduled`. */
  create(body: MaintenanceWindowCreate, options?: CallOptions): Call<MaintenanceWindow>;
  /** Get a maintenance window. Returns one maintenance window with its current or next occurrence. */
  get(maintenanceId: string, options?: CallOptions): Call<MaintenanceWindow>;
  /** Update a maintenance window. Changes the fields that are sent; `recurrence` is replaced as a whole. The resulting window is validated as a whole; a monitor that is added and already in 20 windows that are not completed is a 400 at its path. 409 `conflict` when the window is COMPLETED. Emits `maintenance.updated`. */
  update(maintenanceId: string, body: MaintenanceWindowUpdate, options?: CallOptions): Call<MaintenanceWindow>;
  /** Delete a maintenance window. Deletes a maintenance window and ends its suppression. Emits `maintenance.cancelled` unless it was COMPLETED. The times in which it really ran stay out of uptime. */
  delete(maintenanceId: string, options?: CallOptions): Call<Deleted>;
}

export interface StatusIncidentsApi {
  /** List published incidents. Lists the incidents that the organization has published, newest first. */
  list(query?: ListStatusIncidentsQuery, options?: CallOptions): List<StatusIncidentList, StatusIncident>;
  /** Publish an incident. Publishes an incident on status pages; `message` becomes its first update. Created as RESOLVED it tells of something past. Emits `status_incident.published`, and `status_incident.resolved` as well when it is RESOLVED. */
  create(body: StatusIncidentCreate, options?: CallOptions): Call<StatusIncident>;
  /** Get a published incident. Returns one published incident with its updates, newest first. */
  get(statusIncidentId: string, options?: CallOptions): Call<StatusIncident>;
  /** Edit a published incident. Changes the fields that are sent. The state moves only by posting an update, so that the timeline tells the truth: `state` here is a 400. Emits `status_incident.updated`. */
  update(statusIncidentId: string, body: StatusIncidentUpdate, options?: CallOptions): Call<StatusIncident>;
  /** Delete a published incident. Deletes a published incident with its updates; it vanishes from its status pages. */
  delete(statusIncidentId: string, options?: CallOptions): Call<Deleted>;
  /** Post an incident update. Tells the public the news and moves the incident to `state`. RESOLVED sets `resolvedAt` to the time of the update and emits `status_incident.resolved`; any other state emits `status_incident.updated` and reopens a resolved incident. Returns the published incident. */
  createUpdate(statusIncidentId: string, body: StatusIncidentPost, options?: CallOptions): Call<StatusIncident>;
}

export interface WebhookEndpointsApi {
  /** List webhook endpoints. Lists the webhook endpoints of the organization, newest first. */
  list(query?: ListWebhookEndpointsQuery, options?: CallOptions): List<WebhookEndpointList, WebhookEndpoint>;
  /** Create a webhook endpoint. Subscribes an address to event types. The response, and its replays, are the only place that shows the signing secret, besides rotate-secret. 422 `plan_limit` when the allowance of the plan is used up. */
  create(body: WebhookEndpointCreate, options?: CallOptions): Call<WebhookEndpointWithSecret>;
  /** Get a webhook endpoint. Returns one webhook endpoint, without its secret. */
  get(endpointId: string, options?: CallOptions): Call<WebhookEndpoint>;
  /** Update a webhook endpoint. Changes the fields that are sent. `enabled: false` ends the PENDING deliveries as FAILED and sets `disabledReason` to MANUAL; `enabled: true` clears it. */
  update(endpointId: string, body: WebhookEndpointUpdate, options?: CallOptions): Call<WebhookEndpoint>;
  /** Delete a webhook endpoint. Deletes a webhook endpoint and ends its PENDING deliveries as FAILED. Its deliveries stay visible for 30 days. */
  delete(endpointId: string, options?: CallOptions): Call<Deleted>;
  /** Rotate a signing secret. Makes a new signing secret and returns it. For 24 hours deliveries are signed with the old and the new one, newest first. 409 `conflict` while 10 secrets are live, until the oldest of them ends. */
  rotateSecret(endpointId: string, options?: CallOptions): Call<WebhookEndpointWithSecret>;
  /** Send a test event. Sends a `webhook.test` event in one attempt now, whatever the endpoint subscribes to and also when it is disabled, and returns the delivery, whatever the receiver said. It is never retried by itself; a repetition under the same `Idempotency-Key`, after a failure on our side, goes on with the same delivery. An organization has at most 50 checks, test events and retries in flight; one more is 429 `rate_limited` with `Retry-After`. */
  test(endpointId: string, options?: CallOptions): Call<WebhookDeliveryDetail>;
}

export interface WebhookDeliveriesApi {
  /** List webhook deliveries. Lists the deliveries of the last 30 days, newest first, also those of deleted endpoints. */
  list(query?: ListWebhookDeliveriesQuery, options?: CallOptions): List<WebhookDeliveryList, WebhookDelivery>;
  /** Get a delivery and its attempts. Returns one delivery with what was sent and every attempt. */
  get(deliveryId: string, options?: CallOptions): Call<WebhookDeliveryDetail>;
  /** Retry a delivery. Makes one more attempt now, in any state, and returns the delivery. A success succeeds the delivery; a failure leaves its state and schedule as they were. 409 `conflict` while an attempt is in flight, or when the endpoint is deleted or disabled. An organization has at most 50 checks, test events and retries in flight; one more is 429 `rate_limited` with `Retry-After`. */
  retry(deliveryId: string, options?: CallOptions): Call<WebhookDeliveryDetail>;
  /** Retry failed deliveries. Makes one more attempt of every FAILED delivery to an endpoint that was created since a time, in the order of their creation. A delivery is PENDING until its attempt has ended; a success succeeds it, a failure leaves it FAILED. The attempts are made in the background, at the pace of the endpoint. 409 `conflict` when the endpoint is disabled. */
  retryFailed(body: FailedRetryCreate, options?: CallOptions): Call<FailedRetry>;
}

export interface SignInApi {
  /** Ask for a sign-in link. Mails a link to the address if it belongs to a person: it works once, within 15 minutes. The answer is the same for every address. An address gets at most 5 mails an hour. */
  createLink(body: SignInLinkCreate, options?: CallOptions): Call<SignInLink>;
  /** See whom a sign-in link signs in. Returns the mail address of the person whom the link signs in. The link can still be used. A token that is unknown, used or expired is 401 `unauthorized`, and counts as a failed sign-in. */
  viewLink(body: Token, options?: CallOptions): Call<SignInView>;
  /** Sign in with a link. Exchanges the token of a link for a session, whose cookie comes with the answer. A token that is unknown, used or expired is 401 `unauthorized`. If the request presents a session, it takes `replace: true`, else it is 409 `conflict`, and the link can still be used; the presented session ends, and the audit log names both people. 403 `forbidden` if the console is served over plain http on another host than localhost. */
  redeemLink(body: SignInCreate, options?: CallOptions): Call<Session>;
  /** List the ways to sign in. Lists the ways to sign in that this installation offers. */
  listMethods(query?: ListSignInMethodsQuery, options?: CallOptions): List<SignInMethodList, SignInMethod>;
}

export interface SessionApi {
  /** Get the session. Returns who is signed in, the organization of this request, and all memberships. */
  get(options?: CallOptions): Call<Session>;
  /** Sign out. Ends the session of this request and removes its cookie. */
  end(options?: CallOptions): Call<Deleted>;
}

export interface SessionsApi {
  /** List sessions. Lists the sessions of the person, newest first. */
  list(query?: ListSessionsQuery, options?: CallOptions): List<SessionList, SessionItem>;
  /** End a session. Ends one session of the person, within 2 seconds everywhere. */
  endOne(sessionId: string, options?: CallOptions): Call<Deleted>;
  /** Sign out everywhere. Ends all sessions of the person, also the one of this request, and returns the id of the person. */
  endAll(options?: CallOptions): Call<Deleted>;
}

export interface MeApi {
  /** Get the person. Returns the person who is signed in, with personal settings. */
  get(options?: CallOptions): Call<Me>;
  /** Update the person. Changes the fields that are sent. The mail address is changed by the operator only. */
  update(body: MeUpdate, options?: CallOptions): Call<Me>;
}

export interface OrganizationApi {
  /** Get the organization. Returns the organization of this request. */
  get(options?: CallOptions): Call<Organization>;
  /** Update the organization. Changes the fields that are sent. */
  update(body: OrganizationUpdate, options?: CallOptions): Call<Organization>;
  /** Delete the organization. Removes the organization with all its data, in every service. Its keys stop working at once. Needs a sign-in within the last hour. */
  delete(options?: CallOptions): Call<Deleted>;
}

export interface UsageApi {
  /** Get the usage. Returns the allowances of the plan, and what is used of them. */
  get(options?: CallOptions): Call<Usage>;
}

export interface AuditLogApi {
  /** List the audit log. Lists who changed what in the last 400 days, newest first. A change is visible within 2 seconds. */
  list(query?: ListAuditLogQuery, options?: CallOptions): List<AuditLog, AuditEntry>;
}

export interface MembersApi {
  /** List members. Lists the people of the organization, newest first. */
  list(query?: ListMembersQuery, options?: CallOptions): List<MemberList, Member>;
  /** Change the role of a member. Takes effect within 2 seconds; invitations to roles that the member may not grant any more are withdrawn. Granting or taking the role OWNER takes an OWNER who signed in within the last hour, else it is 403 `forbidden`. 409 `conflict` for the last OWNER. */
  update(personId: string, body: MemberUpdate, options?: CallOptions): Call<Member>;
  /** Remove a member. Takes effect within 2 seconds. The invitations that the member has made are withdrawn; the keys that the member knows stay, and the owners get a mail that names them, if the installation sends mail. Everybody may remove themself. Removing an OWNER takes an OWNER who signed in within the last hour, else it is 403 `forbidden`. 409 `conflict` for the last OWNER. */
  remove(personId: string, options?: CallOptions): Call<Deleted>;
}

export interface InvitationsApi {
  /** List invitations. Lists the invitations that nobody has accepted yet, newest first. */
  list(query?: ListInvitationsQuery, options?: CallOptions): List<InvitationList, Invitation>;
  /** Invite a person. Invites a person for 7 days, with a role that is at most your own. 409 `conflict` if the person belongs to the organization, is invited already, or if 200 invitations are open. An organization may invite 60 times an hour and 200 times a day, and one address 3 times a day, invitations that were withdrawn included; beyond that it is 429 `rate_limited` with `Retry-After`. */
  create(body: InvitationCreate, options?: CallOptions): Call<InvitationWithLink>;
  /** Withdraw an invitation. Makes the link of an invitation useless. */
  delete(invitationId: string, options?: CallOptions): Call<Deleted>;
  /** Accept an invitation. Joins the organization. With a session, the person who is signed in joins. Without one, a token that we mailed signs in the person with that address, who is created if there is none; a token that was passed on as a link, or is unknown, used or expired, is 401 `unauthorized`. An invitation ends when its inviter may no longer grant its role, and changes no role of somebody who already belongs to the organization. */
  accept(body: Token, options?: CallOptions): Call<Session>;
}

export interface KeysApi {
  /** List API keys. Lists the API keys of the organization, newest first, without their secrets. */
  list(query?: ListKeysQuery, options?: CallOptions): List<KeyList, Key>;
  /** Create an API key. Makes an API key. The response, and its replays to the same person, are the only place that shows it, besides replace. 409 `conflict` if the organization has 200 keys. */
  create(body: KeyCreate, options?: CallOptions): Call<KeyWithSecret>;
  /** Update an API key. Changes the fields that are sent. Disabling takes effect within 2 seconds. */
  update(keyId: string, body: KeyUpdate, options?: CallOptions): Call<Key>;
  /** Revoke an API key. Revokes the key for good, within 2 seconds, and takes it off the list. */
  delete(keyId: string, options?: CallOptions): Call<Deleted>;
  /** Replace the secret of an API key. Gives the key a new secret and returns it; id, rate limit and expiry stay. The old secret works for `overlapSeconds` more; at most two secrets are live. 409 `conflict` if the key is expired, disabled or revoked. */
  replace(keyId: string, body?: KeyReplace, options?: CallOptions): Call<KeyWithSecret>;
}

export interface EventsApi {
  /** List events. Lists the events of the last 30 days in the order in which they were logged, oldest first, whether or not a webhook endpoint gets them. A reader who goes on with the `cursor` of the last event that it has seen misses none and sees none twice. A cursor that is older than 30 days, or of another organization, is a 400. */
  list(query?: ListEventsQuery, options?: CallOptions): List<EventLog, LoggedEvent>;
  /** Stream events. Sends events as they are logged (server-sent events); `id` is the cursor, `data` the event. With `Last-Event-ID`, which browsers send when they connect again, the stream goes on after that event; without it, it begins now. A cursor that is older than 30 days, or of another organization, is answered with one event `reset`: load again what you show, the stream goes on from now. A comment comes every 15 seconds. The stream ends when the credential does, or when more than 1 MB is unread. A credential may have 5 streams, an organization 50; one more is 429 `rate_limited` with `Retry-After`. */
  stream(options?: StreamOptions): EventStream<LoggedEvent>;
}

export interface AlertContactsApi {
  /** List alert contacts. Lists the alert contacts of the organization, newest first. */
  list(query?: ListAlertContactsQuery, options?: CallOptions): List<AlertContactList, AlertContact>;
  /** Create an alert contact. Adds a contact, which is attached to the existing monitors that are named and to every later one. A mail address that belongs to no member hears nothing before its owner confirms by a link that is mailed to it. An address that cannot be alerted is a 400 at `to`, the type EMAIL on an installation without a mail server a 400 at `type`, a token that is missing or malformed a 400 at `secret`. 409 `conflict` if the organization has 200 contacts. An organization can create 60 contacts an hour; one more is 429 `rate_limited` with `Retry-After`. */
  create(body: AlertContactCreate, options?: CallOptions): Call<CreatedAlertContact>;
  /** Confirm the mail address of an alert contact. Lets alerts go to the address that the link was mailed to. The link works once, within 7 days, while the contact exists; any other token is 401 `unauthorized`. An address may try 60 tokens an hour; one more is 429 `rate_limited` with `Retry-After`. */
  confirm(body: ContactConfirmationToken, options?: CallOptions): Call<ContactConfirmation>;
  /** Get an alert contact. Returns one alert contact. */
  get(contactId: string, options?: CallOptions): Call<AlertContact>;
  /** Update an alert contact. Changes the fields that are sent. What the contact is told of ongoing outages is decided again at once. */
  update(contactId: string, body: AlertContactUpdate, options?: CallOptions): Call<AlertContact>;
  /** Test an alert contact. Sends a message that is labelled as a test, in one attempt now, and says what the receiver answered. A mail address that nobody has confirmed gets the link to confirm it once more instead. PAGERDUTY opens an incident for the test, which ends at once. No message is sent twice for one `Idempotency-Key`: if an earlier run was interrupted, `answer` says that nobody knows whether the message arrived. A contact can be tested 5 times an hour; one more is 429 `rate_limited` with `Retry-After`. An organization has at most 50 checks, test events and retries in flight; one more is 429 `rate_limited` with `Retry-After`. */
  test(contactId: string, options?: CallOptions): Call<AlertContactTest>;
  /** Delete an alert contact. Removes a contact. Unsent alerts to it are cancelled. */
  delete(contactId: string, options?: CallOptions): Call<Deleted>;
}

export interface AlertsApi {
  /** List alerts. Lists what was decided about each alert contact of each incident, newest first: told, held back or not told, and why. A decision that is taken again keeps its place. An id of another organization, or an unknown one, gives an empty list. */
  list(query?: ListAlertsQuery, options?: CallOptions): List<AlertList, Alert>;
}

export interface RehearsalsApi {
  /** Start a rehearsal. Sends a message that is labelled as a test to every alert contact, and a `webhook.test` event to every webhook endpoint, in one attempt each. Status pages have no subscribers: nobody who reads them is told. The answer says who they are; read the rehearsal again until it is DONE. 409 `conflict` within an hour of the last one. */
  start(options?: CallOptions): Call<Rehearsal>;
  /** Get a rehearsal. Returns what a rehearsal has found so far. It is kept for 30 days. */
  get(rehearsalId: string, options?: CallOptions): Call<Rehearsal>;
}

export interface AcknowledgementsApi {
  /** See what a link in an alert acknowledges. Returns the outage that the token of the link is about. Nothing changes. The token works for 7 days at most, while the outage lasts and the contact exists: an outage that is over is 409 `conflict`, any other token 401 `unauthorized`. An address may try 60 tokens an hour; one more is 429 `rate_limited` with `Retry-After`. */
  view(body: AcknowledgementToken, options?: CallOptions): Call<Acknowledgement>;
  /** Acknowledge an outage by a link in an alert. Acknowledges the outage in the name of the contact that got the alert. An outage that is acknowledged already stays as it is. The token works for 7 days at most, while the outage lasts and the contact exists: an outage that is over is 409 `conflict`, any other token 401 `unauthorized`. An address may try 60 tokens an hour; one more is 429 `rate_limited` with `Retry-After`. */
  create(body: AcknowledgementToken, options?: CallOptions): Call<Acknowledgement>;
}

export interface MonitorTestsApi {
  /** Test a monitor before it is created. Runs one check of a monitor that is not stored, as a worker would run it, and says what it found. The body is that of a new monitor and is validated in the same way; a CRON monitor is a 400 at `type`, because it is not checked. A failed first attempt is confirmed by a second, so the answer can take twice `timeoutSeconds`. An organization may run 10 tests a minute; one more is 429 `rate_limited` with `Retry-After`. No test runs twice for one `Idempotency-Key`: 409 `conflict` if an earlier run was interrupted and what it found is lost. An organization has at most 50 checks, test events and retries in flight; one more is 429 `rate_limited` with `Retry-After`. */
  run(body: MonitorCreate, options?: CallOptions): Call<MonitorTest>;
}

export interface MonitorListApi {
  /** List monitors with their uptime and latency. Lists the monitors of the organization as the console shows them: filtered, sorted, each with its uptime and its latencies. The state is the present one; `summarizedAt` says how old uptimes are. */
  get(query?: GetMonitorListQuery, options?: CallOptions): List<MonitorListPage, MonitorListItem>;
}

export interface OverviewApi {
  /** Get the overview. Returns whether all is well: how many monitors are in which state, ongoing incidents, the next maintenance windows, the slowest monitors. What another service does not tell within a second is null. */
  get(options?: CallOptions): Call<Overview>;
}

export interface MaintenancePreviewsApi {
  /** Preview the times of a maintenance window. Returns the next five times at which a maintenance window with these times would take place, or as many as `count` says, from another time on if `from` names one. Times in the past are no fault, so that a window that repeats can be previewed at any time. All times must lie in the years 2000 to 2199. */
  create(body: MaintenancePreviewCreate, options?: CallOptions): Call<MaintenancePreview>;
}

export interface MarkdownPreviewsApi {
  /** Preview a message. Returns a message in Markdown as the HTML that status pages show. Messages that are published are rendered first, and organizations take turns. If too many previews of an organization wait, one more is 429 `rate_limited` with `Retry-After`. */
  create(body: MarkdownPreviewCreate, options?: CallOptions): Call<MarkdownPreview>;
}

export interface StatusPagePreviewsApi {
  /** Preview a status page. Renders a status page that is not stored, with the present state of its monitors, and returns an address at which the page can be seen for 5 minutes. The fields are those of a new page and are validated in the same way. An organization may preview 60 pages a minute; one more is 429 `rate_limited` with `Retry-After`. */
  create(body: StatusPagePreviewCreate, options?: CallOptions): Call<StatusPagePreview>;
}

/** The outage that a link in an alert is about. */
export interface Acknowledgement {
  /** The name of the monitor that is down. */
  name: string;
  /** Why it is down; null if that is unknown. */
  cause: string | null;
  /** Since when it is down. */
  startedAt: string;
}

/** The token of a link in an alert. */
export interface AcknowledgementToken {
  /** What follows `#` in the link. */
  token: string;
}

/** One decision about one contact: told, held back or not told, and why. */
export interface Alert {
  /** The id of the decision. */
  id: string;
  /** What the contact is told of, or not: an incident, a period in which the monitor was DEGRADED, or the expiry of a certificate or a registration. */
  subject: 'INCIDENT' | 'DEGRADED' | 'EXPIRY';
  /** The id of the incident; null for the other subjects. */
  incidentId: string | null;
  /** The monitor. */
  monitor: {
    /** The id of the monitor. */
    id: string;
    /** Its name when the incident service last heard of it. */
    name: string;
    /** Its type. */
    type: MonitorType;
  };
  /** The alert contact. */
  contact: {
    /** The id of the alert contact. */
    id: string;
    /** How it is told. */
    type: ContactType;
    /** Its name; null when it has none or is deleted. */
    name: string | null;
  };
  /** What the contact is told: the opening, a reminder, the acknowledgement or the end. */
  kind: 'OPENED' | 'REMINDED' | 'ACKNOWLEDGED' | 'RESOLVED';
  /** Counts reminders; of an expiry the number of days before it; 0 for everything else. */
  number: number;
  /** HELD: decided again at `until`, or when something changes. SUPPRESSED: it is not told. PENDING: being sent. FAILED: given up. */
  state: 'HELD' | 'SUPPRESSED' | 'PENDING' | 'SENT' | 'FAILED';
  /** Why it is held or suppressed. STORM: told together with others in one message, because the contact gets many at once. STANDS_IN: told because another contact could not be reached. Null for everything else that is told. */
  reason:
    | 'NOT_ATTACHED'
    | 'TYPE'
    | 'PAUSED'
    | 'MAINTENANCE'
    | 'PARENT_DOWN'
    | 'ACKNOWLEDGED'
    | 'DELAY'
    | 'QUIET_HOURS'
    | 'UNCONFIRMED'
    | 'STORM'
    | 'STANDS_IN'
    | null;
  /** The monitor on which this one depends, where the reason is PARENT_DOWN: it is down, or, with an `until`, a check decides whether the contact is told. Null for all other reasons, and once it is deleted. */
  parent: {
    /** The id of the monitor. */
    id: string;
    /** Its name when the incident service last heard of it. */
    name: string;
  } | null;
  /** When a held decision is taken again; null: when something changes. */
  until: string | null;
  /** When it was decided so. */
  decidedAt: string;
  /** When the receiver took the message. */
  sentAt: string | null;
  /** Why the last attempt to send it failed. */
  error: string | null;
}

/** Who is told when a monitor goes down and when it is up again, and of what else it wants to hear. */
export interface AlertContact {
  /** The id of the alert contact. */
  id: string;
  /** EMAIL by mail; WEBHOOK by an event of Standard Webhooks (`alert.opened`, `alert.reminded`, `alert.acknowledged`, `alert.resolved`, `alert.test`); the others by the service of that name. SLACK takes addresses of Slack-compatible receivers too, TEAMS those of a workflow. */
  type: ContactType;
  /** Shown in place of the address. */
  name: string | null;
  /** EMAIL: a mail address. WEBHOOK, SLACK, DISCORD, TEAMS: the https address that messages are posted to. TELEGRAM: the id of a chat, or the @name of a channel. PAGERDUTY: the integration key of 32 characters. NTFY: the https address of a topic. Masked for the role VIEWER and for read-only keys, and for everybody where it is a secret: SLACK, DISCORD, TEAMS, PAGERDUTY. */
  to: string;
  /** UNCONFIRMED: the contact hears nothing before the owner of its mail address confirms by a link that we have mailed. Addresses of members, and contacts that the operator adds, are ACTIVE at once; so are all types but EMAIL. */
  state: 'ACTIVE' | 'UNCONFIRMED';
  /** What became of its last message, an alert or a test. While an alert is tried again, that alert counts. Null: it has had none that is still known. */
  lastOutcome: ContactOutcome;
  /** What the contact is told beside outages and their ends, which it is always told; by default EXPIRY alone. EXPIRY: that a certificate or the registration of a domain expires. DEGRADED: that a monitor has been DEGRADED for 5 minutes, and when that is over. ACKNOWLEDGED: that somebody has acknowledged an outage of which it was told; PAGERDUTY is always told. */
  notifyOn: ('EXPIRY' | 'DEGRADED' | 'ACKNOWLEDGED')[];
  /** The types of monitors that it is told of; null: all. */
  monitorTypes: MonitorType[] | null;
  /** How often it is reminded of an outage that nobody has acknowledged; null: never. By default 60, and null for WEBHOOK and PAGERDUTY. */
  remindEveryMinutes: number | null;
  /** How long after the alert became due it is told, if nobody has acknowledged the outage by then. */
  delayMinutes: number;
  /** When it is not told: what goes on is told when they are over, what came and went in them is not. Null: there are none. */
  quietHours: QuietHours;
  /** How many days before a certificate or a registration expires it is told, once at each of them; by default 14 and 3. If several have passed when the date becomes known, it is told once. */
  expiryDays: number[];
  /** When the contact was created. */
  createdAt: string;
}

/** A new alert contact. It is attached to every monitor that is created later. */
export interface AlertContactCreate {
  /** EMAIL by mail; WEBHOOK by an event of Standard Webhooks (`alert.opened`, `alert.reminded`, `alert.acknowledged`, `alert.resolved`, `alert.test`); the others by the service of that name. SLACK takes addresses of Slack-compatible receivers too, TEAMS those of a workflow. */
  type: ContactType;
  /** EMAIL: a mail address. WEBHOOK, SLACK, DISCORD, TEAMS: the https address that messages are posted to. TELEGRAM: the id of a chat, or the @name of a channel. PAGERDUTY: the integration key of 32 characters. NTFY: the https address of a topic. */
  to: string;
  /** TELEGRAM: the token of the bot, required. NTFY: an access token, if the topic needs one. WEBHOOK: the signing secret, `whsec_` and base64; made if it is left out. Not allowed for the others. */
  secret?: string | null | undefined;
  /** Shown in place of the address. */
  name?: string | null | undefined;
  /** The existing monitors to attach it to; null: all of them. */
  monitorIds?: string[] | null | undefined;
  /** What the contact is told beside outages and their ends, which it is always told; by default EXPIRY alone. EXPIRY: that a certificate or the registration of a domain expires. DEGRADED: that a monitor has been DEGRADED for 5 minutes, and when that is over. ACKNOWLEDGED: that somebody has acknowledged an outage of which it was told; PAGERDUTY is always told. */
  notifyOn?: ('EXPIRY' | 'DEGRADED' | 'ACKNOWLEDGED')[] | undefined;
  /** The types of monitors that it is told of; null: all. */
  monitorTypes?: MonitorType[] | null | undefined;
  /** How often it is reminded of an outage that nobody has acknowledged; null: never. By default 60, and null for WEBHOOK and PAGERDUTY. */
  remindEveryMinutes?: number | null | undefined;
  /** How long after the alert became due it is told, if nobody has acknowledged the outage by then. */
  delayMinutes?: number | undefined;
  /** When it is not told: what goes on is told when they are over, what came and went in them is not. Null: there are none. */
  quietHours?: QuietHours | undefined;
  /** How many days before a certificate or a registration expires it is told, once at each of them; by default 14 and 3. If several have passed when the date becomes known, it is told once. */
  expiryDays?: number[] | undefined;
}

/** One page of a list. */
export interface AlertContactList {
  /** The items of this page, newest first. */
  data: AlertContact[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** What a test of an alert contact led to. */
export interface AlertContactTest {
  /** TEST: a test alert. CONFIRMATION: the link to confirm the address, mailed once more, because its owner has not followed it yet. */
  sent: 'TEST' | 'CONFIRMATION';
  /** Whether the receiver took the message. */
  delivered: boolean;
  /** What the receiver answered, or why it could not be reached. */
  answer: string;
  /** How long that took, in milliseconds. */
  tookMs: number;
}

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface AlertContactUpdate {
  /** Shown in place of the address. */
  name?: string | null | undefined;
  /** What the contact is told beside outages and their ends, which it is always told; by default EXPIRY alone. EXPIRY: that a certificate or the registration of a domain expires. DEGRADED: that a monitor has been DEGRADED for 5 minutes, and when that is over. ACKNOWLEDGED: that somebody has acknowledged an outage of which it was told; PAGERDUTY is always told. */
  notifyOn?: ('EXPIRY' | 'DEGRADED' | 'ACKNOWLEDGED')[] | undefined;
  /** The types of monitors that it is told of; null: all. */
  monitorTypes?: MonitorType[] | null | undefined;
  /** How often it is reminded of an outage that nobody has acknowledged; null: never. By default 60, and null for WEBHOOK and PAGERDUTY. */
  remindEveryMinutes?: number | null | undefined;
  /** How long after the alert became due it is told, if nobody has acknowledged the outage by then. */
  delayMinutes?: number | undefined;
  /** When it is not told: what goes on is told when they are over, what came and went in them is not. Null: there are none. */
  quietHours?: QuietHours | undefined;
  /** How many days before a certificate or a registration expires it is told, once at each of them; by default 14 and 3. If several have passed when the date becomes known, it is told once. */
  expiryDays?: number[] | undefined;
}

/** One page of a list. */
export interface AlertList {
  /** The items of this page, newest first. A page may have fewer than `limit`. */
  data: Alert[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** One line of the audit log. */
export interface AuditEntry {
  /** The id of the entry. */
  id: string;
  /** When it happened. */
  at: string;
  /** Who did it: `person:` and an id, `key:` and an id, `operator:` and a name, `link:` and the id of the alert contact that got the link, or `nobody`. The filter `actor` takes the same. */
  actor: string;
  /** What the actor was called then. */
  actorName: string | null;
  /** The id of the operation, or the command. */
  operation: string;
  /** True only for sign-ins that failed: other failures change nothing and are not recorded. */
  refused: boolean;
  /** The id of what was changed; null if it is no resource, or one that is not stored. */
  resourceId: string | null;
  /** What the resource was called then. */
  resourceName: string | null;
  /** The names of the changed fields, for updates only; never values. */
  changedFields: string[];
  /** The id of the request; null for commands. */
  requestId: string | null;
  /** The address of the client; null for commands. */
  address: string | null;
}

/** One page of a list. */
export interface AuditLog {
  /** The items of this page, newest first. */
  data: AuditEntry[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** One check of a monitor: an attempt, and a second one that confirms a failure. */
export interface Check {
  /** When the check was due. */
  slotAt: string;
  /** When its first attempt began; null if that is unknown. */
  startedAt: string | null;
  /** When its last attempt ended; null if that is unknown. */
  endedAt: string | null;
  /** How long after the slot it began; null if that is unknown. */
  latenessMs: number | null;
  /** UNOBSERVED: no worker could judge the target. */
  verdict: 'UP' | 'DOWN' | 'UNOBSERVED';
  /** How long the answer took; null for a check that failed. */
  responseMs: number | null;
  /** Where the time went, in milliseconds; null for what was not reached. */
  phases: IncidentPhases;
  /** Where the attempt that decided was made; null if that is unknown. */
  region: string | null;
  /** Who made the attempt that decided; null if that is unknown. */
  worker: string | null;
  /** Why the check failed; null if it did not. */
  error: string | null;
  /** All attempts, if one of them failed; otherwise none. */
  attempts: CheckAttempt[];
}

/** One try to reach a target. */
export interface CheckAttempt {
  /** When the attempt was made. */
  checkedAt: string;
  /** Who made the attempt. */
  worker: string;
  /** Where it was made from. */
  region: string;
  /** What failed; null when the attempt succeeded. */
  error: string | null;
  /** The HTTP status, if there was an answer. */
  statusCode: number | null;
  /** How long the answer took, if there was one. */
  responseMs: number | null;
  /** Where the time went, in milliseconds; null for what was not reached. */
  phases: IncidentPhases;
}

/** One page of a list. */
export interface CheckList {
  /** The items of this page, newest first. A page may have fewer than `limit`. */
  data: Check[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** A confirmed mail address. */
export interface ContactConfirmation {
  /** The mail address that alerts go to from now on. */
  to: string;
}

/** The token of a link by which the owner of a mail address confirms an alert contact. */
export interface ContactConfirmationToken {
  /** What follows `#` in the link. */
  token: string;
}

/** What became of its last message, an alert or a test. While an alert is tried again, that alert counts. Null: it has had none that is still known. */
export type ContactOutcome = {
  /** REACHED: the receiver took the message. FAILED: it did not, or not yet. */
  outcome: 'REACHED' | 'FAILED';
  /** TEST: a test of this contact alone, or a rehearsal. */
  sent: 'ALERT' | 'TEST';
  /** When the outcome was known; of an alert that is tried again, when it was decided. */
  at: string;
  /** True while a failed alert is tried again; false for what arrived, for tests, and for alerts that were given up for good. */
  retrying: boolean;
  /** What the receiver answered, or why it was not reached, with the address masked where `to` is; null for alerts that arrived. */
  answer: string | null;
} | null;

export type ContactType = 'EMAIL' | 'WEBHOOK' | 'SLACK' | 'DISCORD' | 'TEAMS' | 'TELEGRAM' | 'PAGERDUTY' | 'NTFY';

/** A new alert contact, and the secret that its messages are signed with. */
export interface CreatedAlertContact extends AlertContact {
  /** The signing secret of a WEBHOOK contact. It is shown in this response and its replays, and nowhere else. Null for all other types. */
  secret: string | null;
}

/** A new CRON monitor. */
export interface CronMonitorCreate extends MonitorCreateFields {
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: 'CRON';
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url?: string | null | undefined;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host?: string | null | undefined;
  /** The TCP port of a PORT monitor. Required by this type. */
  port?: number | null | undefined;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword?: string | null | undefined;
}

/** Says that a resource was deleted. */
export interface Deleted {
  /** What was deleted. */
  data: {
    /** The id of what was deleted. */
    id: string;
  };
}

/** A new DNS monitor. */
export interface DnsMonitorCreate extends MonitorCreateFields {
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: 'DNS';
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url: string;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host?: string | null | undefined;
  /** The TCP port of a PORT monitor. Required by this type. */
  port?: number | null | undefined;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword?: string | null | undefined;
}

export type DnsRecordType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS';

/** A new DOMAIN monitor. */
export interface DomainMonitorCreate extends MonitorCreateFields {
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: 'DOMAIN';
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url: string;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host?: string | null | undefined;
  /** The TCP port of a PORT monitor. Required by this type. */
  port?: number | null | undefined;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword?: string | null | undefined;
}

/** The body that is sent to the receiver. */
export interface Event {
  /** The id of the event. */
  id: string;
  /** The type of the event. */
  type: EventType;
  /** When it happened. */
  timestamp: string;
  /** What the event is about; see the webhook of this type. */
  data: Record<string, unknown>;
}

/** An incident as events show it. */
export interface EventIncident extends Incident {
  /** When the incident was acknowledged. */
  acknowledgedAt: string | null;
  /** Whether it was opened inside a maintenance window, and alert contacts were not told. */
  maintenance: boolean;
  /** The failed attempts that opened the incident. */
  evidence: IncidentEvidence[];
  /** The newest 100 things that happened, oldest first. */
  timeline: IncidentTimelineEntry[];
}

/** One page of a list. */
export interface EventLog {
  /** The items of this page, oldest first. A page may have fewer than `limit`. */
  data: LoggedEvent[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** A monitor as events show it. */
export interface EventMonitor {
  /** The id of the monitor. */
  id: string;
  /** What people call the monitor. */
  name: string;
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: MonitorType;
  /** PENDING until the first result since creation, resume or a change of type; PAUSED while checks are stopped; otherwise what the newest check found. */
  state: MonitorState;
  /** The target of the check, without the credentials in it. */
  url: string | null;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host: string | null;
  /** The TCP port of a PORT monitor. Required by this type. */
  port: number | null;
  /** The request method of HTTP and KEYWORD checks. */
  method: RequestMethod;
  /** The HTTP status codes that count as success. */
  expectedStatus: number[];
  /** Always null in events, for it may hold a secret. */
  requestHeaders: null;
  /** Always null in events, for it may hold a secret. */
  requestBody: null;
  /** Whether HTTP and KEYWORD checks follow redirects. */
  followRedirects: boolean;
  /** Whether an invalid certificate fails an HTTP or KEYWORD check. */
  verifySsl: boolean;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword: string | null;
  /** Whether the keyword has to be there or must not be. */
  keywordMatch: 'EXISTS' | 'NOT_EXISTS';
  /** The record type that a DNS check asks for. */
  dnsRecordType: string | null;
  /** The answer that a DNS check expects, comma-separated; order and case do not matter. Another answer is DOWN. */
  dnsExpected: string | null;
  /** Without dnsExpected: whether a changed answer fails one DNS check. For A and AAAA a change is an answer without any address seen in the last 7 days, for other types another set of records. */
  dnsAlertOnChange: boolean;
  /** How many days before its certificate (SSL) or registration (DOMAIN) expires a monitor becomes DEGRADED. HTTP and KEYWORD monitors over https announce the certificate by an event and stay UP. */
  sslExpiryThresholdDays: number;
  /** The time between two checks. The plan of the organization sets the shortest. */
  intervalSeconds: number;
  /** The time that one whole attempt may take. */
  timeoutSeconds: number;
  /** How often a CRON monitor expects a ping; null means intervalSeconds. */
  expectedPeriodSec: number | null;
  /** How late a ping of a CRON monitor may be. */
  graceSeconds: number;
  /** The latency above which successful checks are slow; null means never. A latency equal to it is not slow. */
  degradedThresholdMs: number | null;
  /** LAST: DEGRADED when each of the last degradedSamples successful checks was slow. P95: when their nearest-rank 95th percentile is. Samples from before the last resume or change of target do not count. */
  degradedThresholdMode: 'LAST' | 'P95';
  /** How many successful checks decide, and are needed to decide, that a monitor is slow. */
  degradedSamples: number;
  /** Always null in events, for it may hold a secret. */
  heartbeatUrl: null;
  /** When the newest check ended, its confirmation included. */
  lastCheckedAt: string | null;
  /** When the state last changed. */
  lastStatusChangedAt: string | null;
  /** The latency of the newest check; null when it failed, and for CRON and DOMAIN monitors. */
  lastResponseMs: number | null;
  /** When the certificate seen by the newest check of an SSL, HTTP or KEYWORD monitor expires. */
  certExpiresAt: string | null;
  /** When the monitor was created. */
  createdAt: string;
  /** When the configuration last changed, or the monitor was paused or resumed. */
  updatedAt: string;
}

/** A published incident as events show it. */
export interface EventStatusIncident {
  /** The id of the published incident. */
  id: string;
  /** What is wrong, in a few words. */
  title: string;
  /** How far you are with it. */
  state: StatusIncidentState;
  /** How bad it is; an ongoing one raises the state of its pages. */
  impact: 'NONE' | 'MINOR' | 'MAJOR' | 'CRITICAL';
  /** The status pages on which it is published. */
  statusPageIds: string[];
  /** The monitors that it concerns. */
  monitorIds: string[];
  /** When it began. */
  startedAt: string;
  /** When it was resolved; null while it is ongoing or reopened. */
  resolvedAt: string | null;
  /** The newest 20 updates, newest first; fewer where they would need more than 900 KB. */
  updates: StatusIncidentEntry[];
  /** When it was published. */
  createdAt: string;
  /** When it was last edited or updated. */
  updatedAt: string;
}

export type EventType =
  | 'incident.opened'
  | 'incident.acknowledged'
  | 'incident.resolved'
  | 'status_incident.published'
  | 'status_incident.updated'
  | 'status_incident.resolved'
  | 'monitor.created'
  | 'monitor.updated'
  | 'monitor.deleted'
  | 'monitor.paused'
  | 'monitor.resumed'
  | 'monitor.up'
  | 'monitor.degraded'
  | 'monitor.down'
  | 'monitor.certificate_expiring'
  | 'monitor.domain_expiring'
  | 'maintenance.scheduled'
  | 'maintenance.updated'
  | 'maintenance.started'
  | 'maintenance.ended'
  | 'maintenance.cancelled'
  | 'webhook.test';

/** Failed deliveries that are attempted once more. */
export interface FailedRetry {
  /** The webhook endpoint. */
  endpointId: string;
  /** The deliveries were created at this time or later, */
  since: string;
  /** and before this time, at which the request was accepted. */
  until: string;
}

/** Which failed deliveries are attempted once more. */
export interface FailedRetryCreate {
  /** The webhook endpoint. */
  endpointId: string;
  /** Deliveries that were created from this time on; it lies in the last 30 days. */
  since: string;
}

/** Get the response times of a monitor: what to ask for. */
export interface GetLatencyQuery {
  /** The beginning of the range; 24 hours before the end, if it is absent. A range of more than 400 days is a 400. */
  from?: string | undefined;
  /** The end of the range, which is not part of it; now, if it is absent or in the future. */
  to?: string | undefined;
  /** The seconds from one point to the next; auto: the finest that fits. */
  step?: 'auto' | '60' | '3600' | '86400' | undefined;
  /** Only checks that were decided in this region; none if it is unknown. */
  region?: string | undefined;
}

/** List monitors with their uptime and latency: what to ask for. */
export interface GetMonitorListQuery {
  /** How many monitors to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
  /** Only monitors with this text in their name or target, in any case. */
  search?: string | undefined;
  /** Only monitors of this type. */
  type?: MonitorType | undefined;
  /** Only monitors in this state. */
  state?: MonitorState | undefined;
  /** state: DOWN, DEGRADED, PENDING, UP, PAUSED, the default; name: A to Z; uptime: the lowest of 30 days first; latency: the slowest of 24 hours first; lastStatusChangedAt: the newest first. Monitors without the value come last, and equal ones by name. */
  sort?: 'state' | 'name' | 'uptime' | 'latency' | 'lastStatusChangedAt' | undefined;
}

/** Get the uptime of a monitor: what to ask for. */
export interface GetUptimeQuery {
  /** The beginning of the range; 30 days before the end, if it is absent. A range of more than 400 days is a 400. */
  from?: string | undefined;
  /** The end of the range, which is not part of it; now, if it is absent or in the future. */
  to?: string | undefined;
  /** The range begins so many days before the end of the day in which it ends, and the answer has each of these days. Beside `from` it is a 400. */
  days?: number | undefined;
  /** The IANA time zone in which days begin; UTC, if it is absent. */
  timezone?: string | undefined;
}

/** A new HTTP monitor. */
export interface HttpMonitorCreate extends MonitorCreateFields {
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: 'HTTP';
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url: string;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host?: string | null | undefined;
  /** The TCP port of a PORT monitor. Required by this type. */
  port?: number | null | undefined;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword?: string | null | undefined;
}

/** An outage that was detected from failed checks. */
export interface Incident {
  /** The id of the incident. */
  id: string;
  /** The monitor whose checks failed. */
  monitor: IncidentMonitor;
  /** When the first attempt failed. */
  startedAt: string;
  /** When the outage ended; null while it is ongoing. */
  resolvedAt: string | null;
  /** How many seconds it lasted; null while it is ongoing. */
  durationSec: number | null;
  /** Why the check failed, in one sentence a person acts on. */
  cause: string | null;
  /** Whether somebody has taken note. */
  acknowledged: boolean;
}

/** An incident was acknowledged. */
export interface IncidentAcknowledgedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'incident.acknowledged';
  /** What the event is about. */
  data: {
    /** An incident as events show it. */
    incident: EventIncident;
  };
}

/** An incident with its evidence and its timeline. */
export interface IncidentDetail extends Incident {
  /** When the incident was acknowledged. */
  acknowledgedAt: string | null;
  /** Whether it was opened inside a maintenance window, and alert contacts were not told. */
  maintenance: boolean;
  /** The failed attempts that opened the incident. */
  evidence: IncidentEvidence[];
  /** What happened since, oldest first. */
  timeline: IncidentTimelineEntry[];
}

/** A failed attempt. */
export interface IncidentEvidence {
  /** When the attempt was made. */
  checkedAt: string;
  /** Who made the attempt. */
  worker: string;
  /** Where it was made from. */
  region: string;
  /** What failed. */
  error: string;
  /** The HTTP status, if there was an answer. */
  statusCode: number | null;
  /** How long the answer took, if there was one. */
  responseMs: number | null;
  /** Where the time went, in milliseconds; null for what was not reached. */
  phases: IncidentPhases;
}

/** One page of a list. */
export interface IncidentList {
  /** The items of this page, newest first. */
  data: Incident[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** The monitor whose checks failed. */
export interface IncidentMonitor {
  /** The id of the monitor. */
  id: string;
  /** The present name of the monitor. */
  name: string;
  /** What the monitor checks. */
  type: MonitorType;
}

/** A note for everybody who works on an incident. */
export interface IncidentNoteCreate {
  /** What others should know. */
  text: string;
}

/** A monitor went down and an incident was opened. */
export interface IncidentOpenedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'incident.opened';
  /** What the event is about. */
  data: {
    /** An incident as events show it. */
    incident: EventIncident;
  };
}

/** Where the time went, in milliseconds; null for what was not reached. */
export interface IncidentPhases {
  /** Looking up the name. */
  dns: number | null;
  /** Opening the connection. */
  connect: number | null;
  /** The TLS handshake. */
  tls: number | null;
  /** From the request to the first byte of the answer. */
  firstByte: number | null;
  /** The whole attempt. */
  total: number | null;
}

/** An outage ended, or its monitor was paused or changed its type. */
export interface IncidentResolvedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'incident.resolved';
  /** What the event is about. */
  data: {
    /** An incident as events show it. */
    incident: EventIncident;
  };
}

/** Something that happened in the course of an incident. */
export interface IncidentTimelineEntry {
  /** When it happened. */
  at: string;
  /** What happened. */
  type:
    | 'OPENED'
    | 'CAUSE_CHANGED'
    | 'ACKNOWLEDGED'
    | 'ALERT_SENT'
    | 'ALERT_FAILED'
    | 'ALERT_SUPPRESSED'
    | 'RESOLVED'
    | 'NOTE';
  /** The same, for people. */
  message: string;
}

/** An invitation that was not accepted yet. */
export interface Invitation {
  /** The id of the invitation. */
  id: string;
  /** The invited address. */
  email: string;
  /** VIEWER reads; MEMBER changes resources and alert contacts; ADMIN also manages keys, people and the organization; OWNER may do everything. */
  role: Role;
  /** Whether the link goes to the address by mail; the mail is queued with the invitation and sent right after it. Whoever opens such a link may join as a new person. Whoever opens a link that was passed on must be signed in. */
  mailed: boolean;
  /** The name of the person who invites; null if that person is gone. */
  invitedBy: string | null;
  /** When the invitation was made. */
  createdAt: string;
  /** Until when it can be accepted: 7 days. */
  expiresAt: string;
}

/** A new invitation. */
export interface InvitationCreate {
  /** A mail address. */
  email: string;
  /** VIEWER reads; MEMBER changes resources and alert contacts; ADMIN also manages keys, people and the organization; OWNER may do everything. */
  role: Role;
}

/** One page of a list. */
export interface InvitationList {
  /** The items of this page, newest first. */
  data: Invitation[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** A new invitation with its link. */
export interface InvitationWithLink extends Invitation {
  /** The link to pass on, shown in this response and its replays only; null if it was mailed. */
  url: string | null;
}

/** An API key of the organization, without its secret. */
export interface Key {
  /** The id of the key. */
  id: string;
  /** What the key is for. */
  name: string;
  /** FULL reads and writes; READ_ONLY lists and gets. */
  access: 'FULL' | 'READ_ONLY';
  /** Whether the key works; a change takes effect within 2 seconds. */
  enabled: boolean;
  /** The first characters of the key: `ved_` and four more. */
  prefix: string;
  /** The last four characters of the key. */
  lastFour: string;
  /** When the key stops working; null: never. */
  expiresAt: string | null;
  /** Until when the secret before the present one works too; null when none does. */
  previousSecretExpiresAt: string | null;
  /** When the key was last used; null: never. */
  lastUsedAt: string | null;
  /** The address from which it was last used; null: never used. */
  lastUsedFrom: string | null;
  /** When the key was created. */
  createdAt: string;
  /** Who created the key: `person:` and the id of a person, or `operator:` and a name. */
  createdBy: string;
  /** Who was shown a secret of the key that has not ended, named as in `createdBy`. */
  secretShownTo: string[];
}

/** A new API key. */
export interface KeyCreate {
  /** What the key is for. */
  name: string;
  /** FULL reads and writes; READ_ONLY lists and gets. */
  access: 'FULL' | 'READ_ONLY';
  /** When the key stops working, in the future; null: never. */
  expiresAt?: string | null | undefined;
}

/** One page of a list. */
export interface KeyList {
  /** The items of this page, newest first. */
  data: Key[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** How a key is replaced. */
export interface KeyReplace {
  /** For how long the old secret still works beside the new one. */
  overlapSeconds?: number | undefined;
}

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface KeyUpdate {
  /** What the key is for. */
  name?: string | undefined;
  /** Whether the key works; a change takes effect within 2 seconds. */
  enabled?: boolean | undefined;
}

/** An API key with its new secret. */
export interface KeyWithSecret extends Key {
  /** The key itself. It is shown in this response and its replays, and nowhere else. */
  secret: string;
}

/** A new KEYWORD monitor. */
export interface KeywordMonitorCreate extends MonitorCreateFields {
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: 'KEYWORD';
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url: string;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host?: string | null | undefined;
  /** The TCP port of a PORT monitor. Required by this type. */
  port?: number | null | undefined;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword: string;
}

/** The checks of one step. Times are null where no check has a response. */
export interface LatencyPoint {
  /** The beginning of the step. */
  at: string;
  /** How many checks judged the target. */
  count: number;
  /** How many of them failed. */
  failures: number;
  /** The fastest response. */
  min: number | null;
  /** The median. */
  p50: number | null;
  /** The 95th percentile. */
  p95: number | null;
  /** The 99th percentile. */
  p99: number | null;
  /** The slowest response. */
  max: number | null;
}

/** List alert contacts: what to ask for. */
export interface ListAlertContactsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** List alerts: what to ask for. */
export interface ListAlertsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** `nextCursor` of the page before; the filters stay the same. */
  cursor?: string | undefined;
  /** Only alerts of this incident. */
  incidentId?: string | undefined;
  /** Only alerts of this monitor. */
  monitorId?: string | undefined;
  /** Only alerts to this contact. */
  contactId?: string | undefined;
}

/** List the audit log: what to ask for. */
export interface ListAuditLogQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
  /** Only what this actor did; none if it is unknown. */
  actor?: string | undefined;
  /** Only this operation or command. */
  operation?: string | undefined;
  /** Only what concerns the resource with this id. */
  resource?: string | undefined;
  /** Only from this time on. */
  from?: string | undefined;
  /** Only before this time. */
  to?: string | undefined;
}

/** List the checks of a monitor: what to ask for. */
export interface ListChecksQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** `nextCursor` of the page before; the filters stay the same. */
  cursor?: string | undefined;
  /** The beginning of the range; the first check that is kept, if it is absent. A range of more than 400 days is a 400. */
  from?: string | undefined;
  /** The end of the range, which is not part of it; now, if it is absent or in the future. */
  to?: string | undefined;
  /** Only checks with this verdict. */
  verdict?: 'UP' | 'DOWN' | 'UNOBSERVED' | undefined;
  /** Only checks that were decided in this region; none if it is unknown. */
  region?: string | undefined;
}

/** List events: what to ask for. */
export interface ListEventsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** `nextCursor` of the page before; the filters stay the same. */
  cursor?: string | undefined;
  /** Only events of these types, separated by commas. */
  types?: string | undefined;
  /** Only events that were logged at this time or later; an event is logged at once. */
  from?: string | undefined;
}

/** List incidents: what to ask for. */
export interface ListIncidentsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
  /** Only incidents that are ongoing, or only resolved ones. */
  state?: 'ONGOING' | 'RESOLVED' | undefined;
  /** Only incidents of this monitor; none if it is unknown. */
  monitorId?: string | undefined;
  /** Only incidents that are, or are not, acknowledged. */
  acknowledged?: boolean | undefined;
}

/** List invitations: what to ask for. */
export interface ListInvitationsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** List API keys: what to ask for. */
export interface ListKeysQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** List maintenance windows: what to ask for. */
export interface ListMaintenanceWindowsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
  /** Only windows in this state. */
  state?: 'SCHEDULED' | 'ACTIVE' | 'COMPLETED' | undefined;
}

/** List members: what to ask for. */
export interface ListMembersQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** List the status pages that show a monitor: what to ask for. */
export interface ListMonitorStatusPagesQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** List monitors: what to ask for. */
export interface ListMonitorsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** List sessions: what to ask for. */
export interface ListSessionsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** List the ways to sign in: what to ask for. */
export interface ListSignInMethodsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** List the states of a monitor: what to ask for. */
export interface ListStatesQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** `nextCursor` of the page before; the filters stay the same. */
  cursor?: string | undefined;
  /** The beginning of the range; 30 days before the end, if it is absent. A range of more than 400 days is a 400. */
  from?: string | undefined;
  /** The end of the range, which is not part of it; now, if it is absent or in the future. */
  to?: string | undefined;
}

/** List published incidents: what to ask for. */
export interface ListStatusIncidentsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
  /** Only those on this page; none if it is unknown. */
  statusPageId?: string | undefined;
  /** Only those in this state. */
  state?: StatusIncidentState | undefined;
}

/** List status pages: what to ask for. */
export interface ListStatusPagesQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** List webhook deliveries: what to ask for. */
export interface ListWebhookDeliveriesQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
  /** Only those to this endpoint; none if it is unknown. */
  endpointId?: string | undefined;
  /** Only those of this event type. */
  eventType?: EventType | undefined;
  /** Only those in this state. */
  state?: 'PENDING' | 'SUCCEEDED' | 'FAILED' | undefined;
}

/** List webhook endpoints: what to ask for. */
export interface ListWebhookEndpointsQuery {
  /** How many items to return. */
  limit?: number | undefined;
  /** How many items to skip. Keep paging until `offset + limit` reaches `pagination.total`. */
  offset?: number | undefined;
}

/** An event, with its place in the log: a reader goes on after its cursor. */
export type LoggedEvent = VedetteEvent & { cursor: string };

/** A maintenance window was deleted before it completed. */
export interface MaintenanceCancelledEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'maintenance.cancelled';
  /** What the event is about. */
  data: {
    /** A planned time in which alerts are suppressed. */
    maintenanceWindow: MaintenanceWindow;
  };
}

/** A maintenance window, or an occurrence of it, ended. */
export interface MaintenanceEndedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'maintenance.ended';
  /** What the event is about. */
  data: {
    /** A planned time in which alerts are suppressed. */
    maintenanceWindow: MaintenanceWindow;
  };
}

/** When a maintenance window would take place. */
export interface MaintenancePreview {
  /** The occurrence at that time and the next ones; none when the window is over by then. */
  occurrences: PlannedOccurrence[];
}

/** The times of a maintenance window that is not stored. */
export interface MaintenancePreviewCreate {
  /** When it starts, or its first occurrence does. */
  startsAt: string;
  /** When that ends: after startsAt, at most 31 days after it, and in the future when the window is created. */
  endsAt: string;
  /** How it repeats; null: it does not. Occurrences keep their local wall time across daylight-saving changes; a local time that does not exist moves forward, and a month without the day takes its last. */
  recurrence?: RecurrenceInput | undefined;
  /** Occurrences that end after this time; null: now. */
  from?: string | null | undefined;
  /** How many occurrences to return at most. */
  count?: number | undefined;
}

/** A maintenance window was created. */
export interface MaintenanceScheduledEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'maintenance.scheduled';
  /** What the event is about. */
  data: {
    /** A planned time in which alerts are suppressed. */
    maintenanceWindow: MaintenanceWindow;
  };
}

/** A maintenance window, or an occurrence of it, started. */
export interface MaintenanceStartedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'maintenance.started';
  /** What the event is about. */
  data: {
    /** A planned time in which alerts are suppressed. */
    maintenanceWindow: MaintenanceWindow;
  };
}

/** A maintenance window was changed. */
export interface MaintenanceUpdatedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'maintenance.updated';
  /** What the event is about. */
  data: {
    /** A planned time in which alerts are suppressed. */
    maintenanceWindow: MaintenanceWindow;
  };
}

/** A planned time in which alerts are suppressed. */
export interface MaintenanceWindow {
  /** The id of the maintenance window. */
  id: string;
  /** What is being done. */
  title: string;
  /** More about it, for the public. */
  description: string | null;
  /** ACTIVE during an occurrence, COMPLETED when none is left, SCHEDULED otherwise. */
  state: 'SCHEDULED' | 'ACTIVE' | 'COMPLETED';
  /** When it starts, or its first occurrence does. */
  startsAt: string;
  /** When that ends: after startsAt, at most 31 days after it, and in the future when the window is created. */
  endsAt: string;
  /** How it repeats; null: it does not. Occurrences keep their local wall time across daylight-saving changes; a local time that does not exist moves forward, and a month without the day takes its last. */
  recurrence: Recurrence;
  /** The current occurrence, or else the next one; null when none is left. */
  occurrence: Occurrence;
  /** The monitors whose alerts are suppressed. */
  monitorIds: string[];
  /** The status pages on which it is shown. */
  statusPageIds: string[];
  /** When the window was created. */
  createdAt: string;
  /** When the window was last changed. */
  updatedAt: string;
}

/** A new maintenance window. */
export interface MaintenanceWindowCreate {
  /** What is being done. */
  title: string;
  /** More about it, for the public. */
  description?: string | null | undefined;
  /** When it starts, or its first occurrence does. */
  startsAt: string;
  /** When that ends: after startsAt, at most 31 days after it, and in the future when the window is created. */
  endsAt: string;
  /** How it repeats; null: it does not. Occurrences keep their local wall time across daylight-saving changes; a local time that does not exist moves forward, and a month without the day takes its last. */
  recurrence?: RecurrenceInput | undefined;
  /** The monitors whose alerts are suppressed. */
  monitorIds: string[];
  /** The status pages on which it is shown. */
  statusPageIds?: string[] | undefined;
}

/** One page of a list. */
export interface MaintenanceWindowList {
  /** The items of this page, newest first. */
  data: MaintenanceWindow[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface MaintenanceWindowUpdate {
  /** What is being done. */
  title?: string | undefined;
  /** More about it, for the public. */
  description?: string | null | undefined;
  /** When it starts, or its first occurrence does. */
  startsAt?: string | undefined;
  /** When that ends: after startsAt, at most 31 days after it, and in the future when the window is created. */
  endsAt?: string | undefined;
  /** How it repeats; null: it does not. Occurrences keep their local wall time across daylight-saving changes; a local time that does not exist moves forward, and a month without the day takes its last. */
  recurrence?: RecurrenceInput | undefined;
  /** The monitors whose alerts are suppressed. */
  monitorIds?: string[] | undefined;
  /** The status pages on which it is shown. */
  statusPageIds?: string[] | undefined;
}

/** A message as the public would see it. */
export interface MarkdownPreview {
  /** The message as status pages show it: sanitised HTML. */
  html: string;
}

/** A message that is not published. */
export interface MarkdownPreviewCreate {
  /** What to tell the public, in Markdown; shown as sanitised HTML. */
  message: string;
}

/** The person who is signed in, with personal settings. */
export interface Me {
  /** The id of the person. */
  id: string;
  /** The mail address of the person. */
  email: string;
  /** The name that others see. */
  name: string;
  /** An IANA time zone; null: that of the browser. */
  timezone: string | null;
  /** The language of the console; null: that of the browser. */
  locale: 'en' | 'de' | null;
  /** The colours of the console; SYSTEM follows the device. */
  theme: 'SYSTEM' | 'LIGHT' | 'DARK';
}

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface MeUpdate {
  /** The name that others see. */
  name?: string | undefined;
  /** An IANA time zone; null: that of the browser. */
  timezone?: string | null | undefined;
  /** The language of the console; null: that of the browser. */
  locale?: 'en' | 'de' | null | undefined;
  /** The colours of the console; SYSTEM follows the device. */
  theme?: 'SYSTEM' | 'LIGHT' | 'DARK' | undefined;
}

/** A person who belongs to the organization. */
export interface Member {
  /** The id of the person. */
  id: string;
  /** The name of the person. */
  name: string;
  /** The mail address of the person. */
  email: string;
  /** VIEWER reads; MEMBER changes resources and alert contacts; ADMIN also manages keys, people and the organization; OWNER may do everything. */
  role: Role;
  /** When the person joined. */
  createdAt: string;
}

/** One page of a list. */
export interface MemberList {
  /** The items of this page, newest first. */
  data: Member[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface MemberUpdate {
  /** VIEWER reads; MEMBER changes resources and alert contacts; ADMIN also manages keys, people and the organization; OWNER may do everything. */
  role?: Role | undefined;
}

/** An organization of the person, and the role in it. */
export interface Membership {
  /** The id of the organization. */
  organizationId: string;
  /** The name of the organization. */
  name: string;
  /** VIEWER reads; MEMBER changes resources and alert contacts; ADMIN also manages keys, people and the organization; OWNER may do everything. */
  role: Role;
}

/** A check that watches a service. */
export interface Monitor {
  /** The id of the monitor. */
  id: string;
  /** What people call the monitor. */
  name: string;
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: MonitorType;
  /** PENDING until the first result since creation, resume or a change of type; PAUSED while checks are stopped; otherwise what the newest check found. */
  state: MonitorState;
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url: string | null;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host: string | null;
  /** The TCP port of a PORT monitor. Required by this type. */
  port: number | null;
  /** The request method of HTTP and KEYWORD checks. */
  method: RequestMethod;
  /** The HTTP status codes that count as success. */
  expectedStatus: number[];
  /** Headers that HTTP and KEYWORD checks send: at most 32 KiB of names and values. `Host` chooses a virtual host; the name that TLS asks for stays that of `url`. Connection, Content-Length, Transfer-Encoding and Proxy-* are refused. */
  requestHeaders: Record<string, unknown> | null;
  /** The body that HTTP and KEYWORD checks send. */
  requestBody: string | null;
  /** Whether HTTP and KEYWORD checks follow redirects. */
  followRedirects: boolean;
  /** Whether an invalid certificate fails an HTTP or KEYWORD check. */
  verifySsl: boolean;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword: string | null;
  /** Whether the keyword has to be there or must not be. */
  keywordMatch: 'EXISTS' | 'NOT_EXISTS';
  /** The record type that a DNS check asks for. */
  dnsRecordType: string | null;
  /** The answer that a DNS check expects, comma-separated; order and case do not matter. Another answer is DOWN. */
  dnsExpected: string | null;
  /** Without dnsExpected: whether a changed answer fails one DNS check. For A and AAAA a change is an answer without any address seen in the last 7 days, for other types another set of records. */
  dnsAlertOnChange: boolean;
  /** How many days before its certificate (SSL) or registration (DOMAIN) expires a monitor becomes DEGRADED. HTTP and KEYWORD monitors over https announce the certificate by an event and stay UP. */
  sslExpiryThresholdDays: number;
  /** The time between two checks. The plan of the organization sets the shortest. */
  intervalSeconds: number;
  /** The time that one whole attempt may take. */
  timeoutSeconds: number;
  /** How often a CRON monitor expects a ping; null means intervalSeconds. */
  expectedPeriodSec: number | null;
  /** How late a ping of a CRON monitor may be. */
  graceSeconds: number;
  /** The latency above which successful checks are slow; null means never. A latency equal to it is not slow. */
  degradedThresholdMs: number | null;
  /** LAST: DEGRADED when each of the last degradedSamples successful checks was slow. P95: when their nearest-rank 95th percentile is. Samples from before the last resume or change of target do not count. */
  degradedThresholdMode: 'LAST' | 'P95';
  /** How many successful checks decide, and are needed to decide, that a monitor is slow. */
  degradedSamples: number;
  /** The address that a CRON monitor is pinged on by GET, HEAD or POST; null for other types. `/start` appended marks the beginning of a run, `/0` a success, `/1` to `/255` and `/fail` a failure. */
  heartbeatUrl: string | null;
  /** When the newest check ended, its confirmation included. */
  lastCheckedAt: string | null;
  /** When the state last changed. */
  lastStatusChangedAt: string | null;
  /** The latency of the newest check; null when it failed, and for CRON and DOMAIN monitors. */
  lastResponseMs: number | null;
  /** When the certificate seen by the newest check of an SSL, HTTP or KEYWORD monitor expires. */
  certExpiresAt: string | null;
  /** When the monitor was created. */
  createdAt: string;
  /** When the configuration last changed, or the monitor was paused or resumed. */
  updatedAt: string;
}

/** The alert contacts that are attached to a monitor. */
export interface MonitorAlertContacts {
  /** The ids of the contacts that are told about the monitor. */
  contactIds: string[];
}

/** The alert contacts that a monitor is to have; those left out are detached. */
export interface MonitorAlertContactsPut {
  /** The ids of the contacts. */
  contactIds: string[];
}

/** What alerts about a monitor depend on, and where they lead. */
export interface MonitorAlerting {
  /** The monitor on which this one depends: while it is DOWN, nobody is told that this one is, too. Null: it depends on none. */
  parentId: string | null;
  /** Where people read what to do when the monitor goes down: every alert about it links there. Null: nowhere. */
  runbookUrl: string | null;
}

/** What alerts about a monitor are to depend on, and where they are to lead. */
export interface MonitorAlertingPut {
  /** The monitor on which this one depends: while it is DOWN, nobody is told that this one is, too. Null: it depends on none. */
  parentId?: string | null | undefined;
  /** Where people read what to do when the monitor goes down: every alert about it links there. Null: nowhere. */
  runbookUrl?: string | null | undefined;
}

/** What to do with which monitors. */
export interface MonitorBulk {
  /** What to do with each of the monitors. */
  action: 'pause' | 'resume' | 'delete';
  /** The ids of the monitors. */
  monitorIds: string[];
}

/** What happened to one monitor. */
export interface MonitorBulkItem {
  /** The id that was sent. */
  id: string;
  /** What happened. UNCHANGED: the monitor was paused already, or had nothing to resume. NOT_FOUND: the organization has no such monitor. */
  outcome: 'PAUSED' | 'RESUMED' | 'DELETED' | 'UNCHANGED' | 'NOT_FOUND';
}

/** What happened to each monitor. */
export interface MonitorBulkResult {
  /** One item for each id, in the order in which they were sent. */
  data: MonitorBulkItem[];
}

/** A certificate expires within `sslExpiryThresholdDays`, at `certExpiresAt`. Sent once a certificate. */
export interface MonitorCertificateExpiringEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.certificate_expiring';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
  };
}

/** How many monitors are in which state. */
export interface MonitorCounts {
  /** All monitors. */
  total: number;
  /** Monitors that are UP. */
  up: number;
  /** Monitors that are DEGRADED. */
  degraded: number;
  /** Monitors that are DOWN. */
  down: number;
  /** Monitors that are PENDING. */
  pending: number;
  /** Monitors that are PAUSED. */
  paused: number;
}

/** A new monitor. `type` decides which fields it needs. */
export type MonitorCreate =
  | HttpMonitorCreate
  | KeywordMonitorCreate
  | PingMonitorCreate
  | PortMonitorCreate
  | CronMonitorCreate
  | DnsMonitorCreate
  | SslMonitorCreate
  | DomainMonitorCreate;

/** What every MonitorCreate has. */
export interface MonitorCreateFields {
  /** What people call the monitor. */
  name: string;
  /** The request method of HTTP and KEYWORD checks. */
  method?: RequestMethod | undefined;
  /** The HTTP status codes that count as success. */
  expectedStatus?: number[] | undefined;
  /** Headers that HTTP and KEYWORD checks send: at most 32 KiB of names and values. `Host` chooses a virtual host; the name that TLS asks for stays that of `url`. Connection, Content-Length, Transfer-Encoding and Proxy-* are refused. */
  requestHeaders?: Record<string, string> | null | undefined;
  /** The body that HTTP and KEYWORD checks send. */
  requestBody?: string | null | undefined;
  /** Whether HTTP and KEYWORD checks follow redirects. */
  followRedirects?: boolean | undefined;
  /** Whether an invalid certificate fails an HTTP or KEYWORD check. */
  verifySsl?: boolean | undefined;
  /** Whether the keyword has to be there or must not be. */
  keywordMatch?: 'EXISTS' | 'NOT_EXISTS' | undefined;
  /** The record type that a DNS check asks for. */
  dnsRecordType?: DnsRecordType | undefined;
  /** The answer that a DNS check expects, comma-separated; order and case do not matter. Another answer is DOWN. */
  dnsExpected?: string | null | undefined;
  /** Without dnsExpected: whether a changed answer fails one DNS check. For A and AAAA a change is an answer without any address seen in the last 7 days, for other types another set of records. */
  dnsAlertOnChange?: boolean | undefined;
  /** How many days before its certificate (SSL) or registration (DOMAIN) expires a monitor becomes DEGRADED. HTTP and KEYWORD monitors over https announce the certificate by an event and stay UP. */
  sslExpiryThresholdDays?: number | undefined;
  /** The time between two checks. The plan of the organization sets the shortest. */
  intervalSeconds?: number | undefined;
  /** The time that one whole attempt may take. */
  timeoutSeconds?: number | undefined;
  /** How often a CRON monitor expects a ping; null means intervalSeconds. */
  expectedPeriodSec?: number | null | undefined;
  /** How late a ping of a CRON monitor may be. */
  graceSeconds?: number | undefined;
  /** The latency above which successful checks are slow; null means never. A latency equal to it is not slow. */
  degradedThresholdMs?: number | null | undefined;
  /** LAST: DEGRADED when each of the last degradedSamples successful checks was slow. P95: when their nearest-rank 95th percentile is. Samples from before the last resume or change of target do not count. */
  degradedThresholdMode?: 'LAST' | 'P95' | undefined;
  /** How many successful checks decide, and are needed to decide, that a monitor is slow. */
  degradedSamples?: number | undefined;
}

/** A monitor was created. */
export interface MonitorCreatedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.created';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
  };
}

/** A monitor became DEGRADED: it is slow, or about to expire. */
export interface MonitorDegradedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.degraded';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
  };
}

/** A monitor was deleted; it is shown as it was. */
export interface MonitorDeletedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.deleted';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
  };
}

/** The registration of a domain expires within `sslExpiryThresholdDays`. Sent once an expiry date. */
export interface MonitorDomainExpiringEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.domain_expiring';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
    /** When the registration expires. */
    expiresAt: string;
  };
}

/** A monitor became DOWN. */
export interface MonitorDownEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.down';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
  };
}

/** Response times in milliseconds. Percentiles are at most 2 % off. */
export interface MonitorLatency {
  /** The seconds from one point to the next. */
  step: number;
  /** Oldest first. A step without checks has no point. */
  points: LatencyPoint[];
}

/** One page of a list. */
export interface MonitorList {
  /** The items of this page, newest first. */
  data: Monitor[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** A monitor in the list of the console. */
export interface MonitorListItem {
  /** The id of the monitor. */
  id: string;
  /** What people call the monitor. */
  name: string;
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: MonitorType;
  /** PENDING until the first result since creation, resume or a change of type; PAUSED while checks are stopped; otherwise what the newest check found. */
  state: MonitorState;
  /** What is checked, without credentials; null for CRON monitors, which ping us. */
  target: string | null;
  /** When the state last changed. */
  lastStatusChangedAt: string | null;
  /** When the newest check ended, its confirmation included. */
  lastCheckedAt: string | null;
  /** The latency of the newest check; null when it failed, and for CRON and DOMAIN monitors. */
  lastResponseMs: number | null;
  /** The uptime of the last 24 hours in percent, without maintenance; null where nothing was observed. */
  uptime24h: number | null;
  /** The uptime of the last 30 days in percent, without maintenance; null where nothing was observed. */
  uptime30d: number | null;
  /** The median latency of the last 24 hours. */
  latencyMs: number | null;
  /** The median latency of each of the last 24 hours in UTC, oldest first; the last one is running. */
  latencies: (number | null)[];
}

/** One page of the list of monitors. */
export interface MonitorListPage {
  /** The monitors of this page, in the order of `sort`. */
  data: MonitorListItem[];
  /** Where a page lies in its list. */
  pagination: Pagination;
  /** When uptimes and `latencyMs` were computed, at most a minute ago while all services run; everything else is of now. Null before the first time. */
  summarizedAt: string | null;
}

/** A monitor was paused. */
export interface MonitorPausedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.paused';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
  };
}

/** A monitor was resumed. */
export interface MonitorResumedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.resumed';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
  };
}

export type MonitorState = 'PENDING' | 'UP' | 'DEGRADED' | 'DOWN' | 'PAUSED';

/** One page of a list. */
export interface MonitorStateList {
  /** The items of this page, newest first. A page may have fewer than `limit`. */
  data: MonitorStateSpan[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** A time in which a monitor was in one state. */
export interface MonitorStateSpan {
  /** UNOBSERVED: no check could judge the target. */
  state: MonitorState | 'UNOBSERVED';
  /** When the state began; this may be before the range. */
  startedAt: string;
  /** When it ended; null while it lasts. */
  endedAt: string | null;
}

/** A status page that shows a monitor. */
export interface MonitorStatusPage {
  /** The id of the status page. */
  id: string;
  /** The heading of the page. */
  name: string;
  /** The name of the page in its public address, unique in the whole service: 1 to 63 lowercase letters, digits and hyphens. Left out on create: made from the name. */
  slug: string;
  /** The public address of the page. */
  url: string;
  /** Whether the public can see the page; false answers 404 in public. */
  published: boolean;
  /** What the page calls the monitor. */
  componentName: string;
}

/** One page of a list. */
export interface MonitorStatusPageList {
  /** The items of this page, newest first. */
  data: MonitorStatusPage[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** What one check of a monitor found that is not stored. */
export interface MonitorTest {
  /** The state in which a new monitor would be after this check. One slow check is DEGRADED only if `degradedSamples` is 1. */
  state: 'UP' | 'DEGRADED' | 'DOWN';
  /** Why it would be DOWN, in one sentence a person acts on. */
  cause: string | null;
  /** The latency; null when the check failed, and for DOMAIN monitors. */
  responseMs: number | null;
  /** When the certificate that the check saw expires. */
  certExpiresAt: string | null;
  /** When the registration that a check of a DOMAIN found expires. */
  domainExpiresAt: string | null;
  /** The records that a DNS check found, sorted. */
  dnsAnswer: string[] | null;
  /** The attempts of the check, oldest first: one, and a second that confirms a failure. */
  attempts: CheckAttempt[];
}

export type MonitorType = 'HTTP' | 'KEYWORD' | 'PING' | 'PORT' | 'CRON' | 'DNS' | 'SSL' | 'DOMAIN';

/** A monitor became UP, also for the first time. */
export interface MonitorUpEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.up';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
  };
}

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface MonitorUpdate {
  /** What people call the monitor. */
  name?: string | undefined;
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type?: MonitorType | undefined;
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url?: string | null | undefined;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host?: string | null | undefined;
  /** The TCP port of a PORT monitor. Required by this type. */
  port?: number | null | undefined;
  /** The request method of HTTP and KEYWORD checks. */
  method?: RequestMethod | undefined;
  /** The HTTP status codes that count as success. */
  expectedStatus?: number[] | undefined;
  /** Headers that HTTP and KEYWORD checks send: at most 32 KiB of names and values. `Host` chooses a virtual host; the name that TLS asks for stays that of `url`. Connection, Content-Length, Transfer-Encoding and Proxy-* are refused. */
  requestHeaders?: Record<string, string> | null | undefined;
  /** The body that HTTP and KEYWORD checks send. */
  requestBody?: string | null | undefined;
  /** Whether HTTP and KEYWORD checks follow redirects. */
  followRedirects?: boolean | undefined;
  /** Whether an invalid certificate fails an HTTP or KEYWORD check. */
  verifySsl?: boolean | undefined;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword?: string | null | undefined;
  /** Whether the keyword has to be there or must not be. */
  keywordMatch?: 'EXISTS' | 'NOT_EXISTS' | undefined;
  /** The record type that a DNS check asks for. */
  dnsRecordType?: DnsRecordType | undefined;
  /** The answer that a DNS check expects, comma-separated; order and case do not matter. Another answer is DOWN. */
  dnsExpected?: string | null | undefined;
  /** Without dnsExpected: whether a changed answer fails one DNS check. For A and AAAA a change is an answer without any address seen in the last 7 days, for other types another set of records. */
  dnsAlertOnChange?: boolean | undefined;
  /** How many days before its certificate (SSL) or registration (DOMAIN) expires a monitor becomes DEGRADED. HTTP and KEYWORD monitors over https announce the certificate by an event and stay UP. */
  sslExpiryThresholdDays?: number | undefined;
  /** The time between two checks. The plan of the organization sets the shortest. */
  intervalSeconds?: number | undefined;
  /** The time that one whole attempt may take. */
  timeoutSeconds?: number | undefined;
  /** How often a CRON monitor expects a ping; null means intervalSeconds. */
  expectedPeriodSec?: number | null | undefined;
  /** How late a ping of a CRON monitor may be. */
  graceSeconds?: number | undefined;
  /** The latency above which successful checks are slow; null means never. A latency equal to it is not slow. */
  degradedThresholdMs?: number | null | undefined;
  /** LAST: DEGRADED when each of the last degradedSamples successful checks was slow. P95: when their nearest-rank 95th percentile is. Samples from before the last resume or change of target do not count. */
  degradedThresholdMode?: 'LAST' | 'P95' | undefined;
  /** How many successful checks decide, and are needed to decide, that a monitor is slow. */
  degradedSamples?: number | undefined;
}

/** A monitor was updated. */
export interface MonitorUpdatedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'monitor.updated';
  /** What the event is about. */
  data: {
    /** A monitor as events show it. */
    monitor: EventMonitor;
    /** The names of the fields that changed, sorted. */
    changed: string[];
  };
}

/** For how much of a range a monitor was up. */
export interface MonitorUptime {
  /** The beginning of the range, no earlier than the monitor. */
  from: string;
  /** The end of the range, and the moment of these figures. */
  to: string;
  /** The time UP or DEGRADED, of the time UP, DEGRADED or DOWN, rounded down to three decimals; null if there is none of these. */
  percent: number | null;
  /** How the range divides; the parts add up to it. */
  seconds: UptimeSeconds;
  /** The days of the range, oldest first; null unless `days` asks for them. */
  days: UptimeDay[] | null;
  /** How many times the monitor was DOWN outside of maintenance. */
  outages: number;
  /** The longest of them, within the range; null if there is none. */
  longestOutageSec: number | null;
  /** How long those that ended lasted on average; null if none has ended. */
  meanTimeToRecoverSec: number | null;
  /** The time UP or DEGRADED for each outage; null if there is none. */
  meanTimeBetweenFailuresSec: number | null;
}

/** A maintenance window that is running or comes next. */
export interface NextWindow {
  /** The id of the maintenance window. */
  id: string;
  /** What is being done. */
  title: string;
  /** ACTIVE during an occurrence, COMPLETED when none is left, SCHEDULED otherwise. */
  state: 'SCHEDULED' | 'ACTIVE' | 'COMPLETED';
  /** When the occurrence starts, or started. */
  startsAt: string;
  /** When it ends. */
  endsAt: string;
  /** How many monitors it covers. */
  monitors: number;
}

/** Maintenance windows; null when the service that knows them did not answer within a second. */
export type NextWindows = {
  /** How many windows are running or planned. */
  total: number;
  /** The first five of them, in the order of their start. */
  data: NextWindow[];
} | null;

/** The current occurrence, or else the next one; null when none is left. */
export type Occurrence = {
  /** When it starts. */
  startsAt: string;
  /** When it ends. */
  endsAt: string;
} | null;

/** An incident that has not ended. */
export interface OngoingIncident {
  /** The id of the incident. */
  id: string;
  /** The monitor whose checks failed. */
  monitor: IncidentMonitor;
  /** When the first attempt failed. */
  startedAt: string;
  /** Why the check failed, in one sentence a person acts on. */
  cause: string | null;
  /** Whether somebody has taken note. */
  acknowledged: boolean;
  /** How many seconds it has lasted so far. */
  ongoingSec: number;
}

/** The ongoing incidents; null when the service that knows them did not answer within a second. */
export type OngoingIncidents = {
  /** How many incidents are ongoing. */
  total: number;
  /** The newest ten of them, newest first. */
  data: OngoingIncident[];
} | null;

/** An organization. */
export interface Organization {
  /** The id of the organization. */
  id: string;
  /** The name of the organization. */
  name: string;
  /** The name of its plan. */
  plan: string;
  /** While it is CANCELED, resources can be read and not changed; people and keys can still be managed. */
  subscription: 'ACTIVE' | 'PAST_DUE' | 'CANCELED';
  /** When the organization was created. */
  createdAt: string;
}

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface OrganizationUpdate {
  /** The name of the organization. */
  name?: string | undefined;
}

/** Whether all is well. */
export interface Overview {
  /** When this was true. */
  at: string;
  /** How many monitors are in which state. */
  monitors: MonitorCounts;
  /** The ongoing incidents; null when the service that knows them did not answer within a second. */
  incidents: OngoingIncidents;
  /** Maintenance windows; null when the service that knows them did not answer within a second. */
  maintenance: NextWindows;
  /** The five slowest monitors, slowest first. */
  slowest: SlowMonitor[];
  /** When latencies were computed, at most a minute ago while all services run; null before the first time. */
  summarizedAt: string | null;
}

/** Where a page lies in its list. */
export interface Pagination {
  /** The page size that was applied. */
  limit: number;
  /** How many items were skipped. */
  offset: number;
  /** How many items there are in all pages, after filters. */
  total: number;
}

/** A person who can sign in. */
export interface Person {
  /** The id of the person. */
  id: string;
  /** The name of the person. */
  name: string;
  /** The mail address of the person. */
  email: string;
}

/** A new PING monitor. */
export interface PingMonitorCreate extends MonitorCreateFields {
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: 'PING';
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url?: string | null | undefined;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host: string;
  /** The TCP port of a PORT monitor. Required by this type. */
  port?: number | null | undefined;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword?: string | null | undefined;
}

/** A time at which the window takes place. */
export interface PlannedOccurrence {
  /** When it starts. */
  startsAt: string;
  /** When it ends. */
  endsAt: string;
}

/** A policy for slow checks, and the time to try it on. */
export interface PolicyReplay {
  /** The latency above which successful checks are slow; null means never. A latency equal to it is not slow. */
  degradedThresholdMs: number | null;
  /** LAST: DEGRADED when each of the last degradedSamples successful checks was slow. P95: when their nearest-rank 95th percentile is. Samples from before the last resume or change of target do not count. */
  degradedThresholdMode: 'LAST' | 'P95';
  /** How many successful checks decide, and are needed to decide, that a monitor is slow. */
  degradedSamples: number;
  /** Where the replay begins, at most 30 days before `to`; left out: as long before it. */
  from?: string | undefined;
  /** Where it ends; left out: now. */
  to?: string | undefined;
}

/** A new PORT monitor. */
export interface PortMonitorCreate extends MonitorCreateFields {
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: 'PORT';
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url?: string | null | undefined;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host: string;
  /** The TCP port of a PORT monitor. Required by this type. */
  port: number;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword?: string | null | undefined;
}

/** When it is not told: what goes on is told when they are over, what came and went in them is not. Null: there are none. */
export type QuietHours = {
  /** The local time at which they begin, such as 22:00. */
  from: string;
  /** The local time at which they end; before `from`: on the next day. */
  to: string;
  /** The IANA time zone of both times. */
  timezone: string;
} | null;

/** How it repeats; null: it does not. Occurrences keep their local wall time across daylight-saving changes; a local time that does not exist moves forward, and a month without the day takes its last. */
export type Recurrence = {
  /** The unit in which it repeats. */
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  /** Every how many of these. */
  interval: number;
  /** The days of a WEEKLY recurrence; none: the weekday of startsAt. Must be empty for the others. */
  weekdays: ('MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU')[];
  /** No occurrence starts after this time; null: it repeats for ever. */
  until: string | null;
  /** The IANA time zone of the wall time. */
  timezone: string;
} | null;

/** How it repeats; null: it does not. Occurrences keep their local wall time across daylight-saving changes; a local time that does not exist moves forward, and a month without the day takes its last. */
export type RecurrenceInput = {
  /** The unit in which it repeats. */
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  /** Every how many of these. */
  interval?: number | undefined;
  /** The days of a WEEKLY recurrence; none: the weekday of startsAt. Must be empty for the others. */
  weekdays?: ('MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU')[] | undefined;
  /** No occurrence starts after this time; null: it repeats for ever. */
  until?: string | null | undefined;
  /** The IANA time zone of the wall time. */
  timezone?: string | undefined;
} | null;

/** A test to every alert contact and every webhook endpoint: who was reached, how fast, and who was not. */
export interface Rehearsal {
  /** The id of the rehearsal. */
  id: string;
  /** INTERRUPTED: the service was restarted meanwhile; receivers without an answer may have got the test or not. */
  state: 'RUNNING' | 'DONE' | 'INTERRUPTED';
  /** When it was started. */
  startedAt: string;
  /** When the last receiver had answered. */
  endedAt: string | null;
  /** How many receivers took the test. */
  reached: number;
  /** All receivers: those that were not reached first. */
  results: Rehearsed[];
}

/** What one receiver did with the test. */
export interface Rehearsed {
  /** An alert contact or a webhook endpoint. */
  kind: 'CONTACT' | 'ENDPOINT';
  /** The id of the contact or endpoint. */
  id: string;
  /** How a contact is told; null for an endpoint. */
  type: ContactType | null;
  /** The name of the contact, or its address as timelines show it; the host of the endpoint. */
  name: string;
  /** PENDING: no answer yet. UNCONFIRMED: a mail address that nobody has confirmed; it got the link to do so. */
  outcome: 'PENDING' | 'REACHED' | 'UNCONFIRMED' | 'FAILED';
  /** What the receiver answered, or why it was not reached. */
  answer: string | null;
  /** Time until the answer, in milliseconds. */
  tookMs: number | null;
}

/** Messages to one contact that hears of everything at once. */
export interface ReplayAlerts {
  /** Messages about slowness: the beginning, after 5 minutes of it, and the end. */
  degraded: number;
  /** Messages about outages: the beginning and the end. */
  down: number;
}

/** By how much each figure would have been higher; lower ones are negative. */
export interface ReplayDifference {
  /** How many seconds the monitor was DEGRADED. */
  degradedSec: number;
  /** How often it was. */
  degradedPeriods: number;
  /** The longest of these periods. */
  longestDegradedSec: number;
  /** How many seconds it was DOWN. */
  downSec: number;
  /** How often it was. */
  outages: number;
  /** Messages to one contact that hears of everything at once. */
  alerts: ReplayAlerts;
}

/** The states of a monitor in the range, in figures. */
export interface ReplayOutcome {
  /** How many seconds the monitor was DEGRADED. */
  degradedSec: number;
  /** How often it was. */
  degradedPeriods: number;
  /** The longest of these periods. */
  longestDegradedSec: number;
  /** How many seconds it was DOWN. */
  downSec: number;
  /** How often it was. */
  outages: number;
  /** Messages to one contact that hears of everything at once. */
  alerts: ReplayAlerts;
  /** The DEGRADED periods, oldest first; the longest 500 if there are more. */
  periods: ReplayPeriod[];
}

/** A time in which the monitor was DEGRADED, within the range. */
export interface ReplayPeriod {
  /** When it began. */
  from: string;
  /** When it ended. */
  to: string;
}

/** What happened, beside what would have happened under another policy. */
export interface ReplayResult {
  /** Where the replay begins: what was asked for, or later where nothing is stored. */
  from: string;
  /** Where it ends. */
  to: string;
  /** How many checks were replayed. */
  checks: number;
  /** The states of a monitor in the range, in figures. */
  happened: ReplayOutcome;
  /** The states of a monitor in the range, in figures. */
  replayed: ReplayOutcome;
  /** By how much each figure would have been higher; lower ones are negative. */
  difference: ReplayDifference;
  /** What history cannot answer, in sentences for people. */
  unknown: string[];
}

export type RequestMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Role = 'VIEWER' | 'MEMBER' | 'ADMIN' | 'OWNER';

/** Who is signed in, and where. */
export interface Session {
  /** A person who can sign in. */
  person: Person;
  /** The organization of this request: the one in `Vedette-Organization`, else the one used last; null if the person belongs to none. */
  organization: {
    /** The id of the organization. */
    id: string;
    /** The name of the organization. */
    name: string;
  } | null;
  /** VIEWER reads; MEMBER changes resources and alert contacts; ADMIN also manages keys, people and the organization; OWNER may do everything. */
  role: Role | null;
  /** All organizations of the person; the one used last comes first. */
  memberships: Membership[];
  /** When the session ends if it is not used before then. */
  expiresAt: string;
}

/** A session of the person. */
export interface SessionItem {
  /** The id of the session. */
  id: string;
  /** Whether this request uses it. */
  current: boolean;
  /** When the person signed in. */
  signedInAt: string;
  /** When the session was last used. */
  lastUsedAt: string;
  /** When the session ends if it is not used before then. */
  expiresAt: string;
  /** The address from which the person signed in; null if unknown. */
  address: string | null;
  /** What the browser called itself; null if it did not. */
  userAgent: string | null;
}

/** One page of a list. */
export interface SessionList {
  /** The items of this page, newest first. */
  data: SessionItem[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** The token of a sign-in link, and whether it may end the session of the request. */
export interface SignInCreate {
  /** What follows `#token=` in the link. */
  token: string;
  /** Whether to end the session that the request presents, if it presents one. */
  replace?: boolean | undefined;
}

/** Says that the request was taken; the same whether or not the address belongs to a person. */
export interface SignInLink {
  /** The address that was asked for. */
  email: string;
}

/** A request for a link by mail. */
export interface SignInLinkCreate {
  /** A mail address. */
  email: string;
}

/** A way to sign in. */
export interface SignInMethod {
  /** MAIL: a person asks for a link by mail. OPERATOR: the operator makes a link on the command line. */
  type: 'MAIL' | 'OPERATOR';
}

/** One page of a list. */
export interface SignInMethodList {
  /** The items of this page, newest first. */
  data: SignInMethod[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** Whom a sign-in link signs in. */
export interface SignInView {
  /** The mail address of the person whom the link signs in. */
  email: string;
}

/** A monitor and its latency. */
export interface SlowMonitor {
  /** The id of the monitor. */
  id: string;
  /** What people call the monitor. */
  name: string;
  /** PENDING until the first result since creation, resume or a change of type; PAUSED while checks are stopped; otherwise what the newest check found. */
  state: MonitorState;
  /** The median latency of the last 24 hours. */
  latencyMs: number;
}

/** A new SSL monitor. */
export interface SslMonitorCreate extends MonitorCreateFields {
  /** What is checked. It decides which of the other fields apply; those that do not are stored and ignored. */
  type: 'SSL';
  /** The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types. */
  url: string;
  /** The target of PING and PORT: a host name or an IP address. Required by these types. */
  host?: string | null | undefined;
  /** The TCP port of a PORT monitor. Required by this type. */
  port?: number | null | undefined;
  /** The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type. */
  keyword?: string | null | undefined;
}

/** An incident that you wrote and published on status pages. */
export interface StatusIncident {
  /** The id of the published incident. */
  id: string;
  /** What is wrong, in a few words. */
  title: string;
  /** How far you are with it. */
  state: StatusIncidentState;
  /** How bad it is; an ongoing one raises the state of its pages. */
  impact: 'NONE' | 'MINOR' | 'MAJOR' | 'CRITICAL';
  /** The status pages on which it is published. */
  statusPageIds: string[];
  /** The monitors that it concerns. */
  monitorIds: string[];
  /** When it began. */
  startedAt: string;
  /** When it was resolved; null while it is ongoing or reopened. */
  resolvedAt: string | null;
  /** What was told, newest first. */
  updates: StatusIncidentEntry[];
  /** When it was published. */
  createdAt: string;
  /** When it was last edited or updated. */
  updatedAt: string;
}

/** An incident to publish; `message` becomes its first update. `startedAt` left out: when it was published. */
export interface StatusIncidentCreate {
  /** What is wrong, in a few words. */
  title: string;
  /** How bad it is; an ongoing one raises the state of its pages. */
  impact?: 'NONE' | 'MINOR' | 'MAJOR' | 'CRITICAL' | undefined;
  /** The status pages on which it is published. */
  statusPageIds: string[];
  /** The monitors that it concerns. */
  monitorIds?: string[] | undefined;
  /** When it began; not in the future. */
  startedAt?: string | undefined;
  /** How far you are with it. */
  state?: StatusIncidentState | undefined;
  /** What to tell the public, in Markdown; shown as sanitised HTML. */
  message: string;
  /** When it was published and its message told, for history that is brought along; not in the future. Left out: now. */
  createdAt?: string | undefined;
}

/** One update of a published incident. */
export interface StatusIncidentEntry {
  /** The id of the update. */
  id: string;
  /** The state that it moved the incident to. */
  state: StatusIncidentState;
  /** What to tell the public, in Markdown; shown as sanitised HTML. */
  message: string;
  /** When it was posted. */
  createdAt: string;
}

/** One page of a list. */
export interface StatusIncidentList {
  /** The items of this page, newest first. */
  data: StatusIncident[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** News of a published incident. */
export interface StatusIncidentPost {
  /** How far you are with it. */
  state: StatusIncidentState;
  /** What to tell the public, in Markdown; shown as sanitised HTML. */
  message: string;
  /** When it was told, for history that is brought along; not in the future, and not before the update before it. Left out: now. */
  createdAt?: string | undefined;
}

/** An incident was published on status pages. */
export interface StatusIncidentPublishedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'status_incident.published';
  /** What the event is about. */
  data: {
    /** A published incident as events show it. */
    statusIncident: EventStatusIncident;
  };
}

/** A published incident was resolved. */
export interface StatusIncidentResolvedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'status_incident.resolved';
  /** What the event is about. */
  data: {
    /** A published incident as events show it. */
    statusIncident: EventStatusIncident;
  };
}

export type StatusIncidentState = 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED';

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface StatusIncidentUpdate {
  /** What is wrong, in a few words. */
  title?: string | undefined;
  /** How bad it is; an ongoing one raises the state of its pages. */
  impact?: 'NONE' | 'MINOR' | 'MAJOR' | 'CRITICAL' | undefined;
  /** The status pages on which it is published. */
  statusPageIds?: string[] | undefined;
  /** The monitors that it concerns. */
  monitorIds?: string[] | undefined;
  /** When it began; not in the future. */
  startedAt?: string | undefined;
}

/** A published incident was edited, or an update was posted. */
export interface StatusIncidentUpdatedEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'status_incident.updated';
  /** What the event is about. */
  data: {
    /** A published incident as events show it. */
    statusIncident: EventStatusIncident;
  };
}

/** A public page that shows the state of your services. */
export interface StatusPage {
  /** The id of the status page. */
  id: string;
  /** The heading of the page. */
  name: string;
  /** The name of the page in its public address, unique in the whole service: 1 to 63 lowercase letters, digits and hyphens. Left out on create: made from the name. */
  slug: string;
  /** A sentence or two under the heading. */
  description: string | null;
  /** The public address of the page. */
  url: string;
  /** A host name of your own on which the page is served too, once DNS proves that it is yours: by a TXT record `vedette=<id of the page>` at `_vedette.<customDomain>`, or by a CNAME from it to the host of `url` as long as no other page names it. DNS is asked as soon as it is set, then every 10 minutes until it is proven, then once a day. */
  customDomain: string | null;
  /** Whether the page is served on `customDomain`. A proof that is missing in DNS for 24 hours is lost; servers that do not answer never count as missing. */
  customDomainVerified: boolean;
  /** Whether the public can see the page; false answers 404 in public. */
  published: boolean;
  /** Components in maintenance aside: all DOWN is MAJOR_OUTAGE, any DOWN PARTIAL_OUTAGE, any DEGRADED DEGRADED; PENDING and PAUSED do not count. An ongoing published incident raises it: MINOR to DEGRADED, MAJOR to PARTIAL_OUTAGE, CRITICAL to MAJOR_OUTAGE. Otherwise MAINTENANCE while any component is in a window, else OPERATIONAL. */
  state: 'OPERATIONAL' | 'DEGRADED' | 'PARTIAL_OUTAGE' | 'MAJOR_OUTAGE' | 'MAINTENANCE';
  /** The colours of the page; SYSTEM follows the visitor. */
  theme: 'SYSTEM' | 'LIGHT' | 'DARK';
  /** The accent colour as `#rrggbb`. */
  accentColor: string | null;
  /** An https address of a logo. */
  logoUrl: string | null;
  /** The IANA time zone of the dates on the page. */
  timezone: string;
  /** What the page shows, in this order. */
  components: StatusPageComponent[];
  /** When the page was created. */
  createdAt: string;
  /** When the page was last changed. */
  updatedAt: string;
}

/** A part of your service that the public can see the state of. */
export interface StatusPageComponent {
  /** The id of the component. */
  id: string;
  /** The monitor that decides the state of the component. */
  monitorId: string;
  /** What the public calls it. Left out: the name of the monitor, following its renames. */
  name: string;
  /** What it does, for the public. */
  description: string | null;
  /** The heading under which it is listed. */
  group: string | null;
}

/** A component as it is sent. */
export interface StatusPageComponentInput {
  /** The monitor that decides the state of the component. */
  monitorId: string;
  /** What the public calls it. Left out: the name of the monitor, following its renames. */
  name?: string | undefined;
  /** What it does, for the public. */
  description?: string | null | undefined;
  /** The heading under which it is listed. */
  group?: string | null | undefined;
}

/** A component as it is sent, or sent back: its id is ignored. */
export interface StatusPageComponentSentBack {
  /** The monitor that decides the state of the component. */
  monitorId: string;
  /** What the public calls it. Left out: the name of the monitor, following its renames. */
  name?: string | undefined;
  /** What it does, for the public. */
  description?: string | null | undefined;
  /** The heading under which it is listed. */
  group?: string | null | undefined;
}

/** A new status page. */
export interface StatusPageCreate {
  /** The heading of the page. */
  name: string;
  /** The name of the page in its public address, unique in the whole service: 1 to 63 lowercase letters, digits and hyphens. Left out on create: made from the name. */
  slug?: string | undefined;
  /** A sentence or two under the heading. */
  description?: string | null | undefined;
  /** A host name of your own on which the page is served too, once DNS proves that it is yours: by a TXT record `vedette=<id of the page>` at `_vedette.<customDomain>`, or by a CNAME from it to the host of `url` as long as no other page names it. DNS is asked as soon as it is set, then every 10 minutes until it is proven, then once a day. */
  customDomain?: string | null | undefined;
  /** Whether the public can see the page; false answers 404 in public. */
  published?: boolean | undefined;
  /** The colours of the page; SYSTEM follows the visitor. */
  theme?: 'SYSTEM' | 'LIGHT' | 'DARK' | undefined;
  /** The accent colour as `#rrggbb`. */
  accentColor?: string | null | undefined;
  /** An https address of a logo. */
  logoUrl?: string | null | undefined;
  /** The IANA time zone of the dates on the page. */
  timezone?: string | undefined;
  /** What the page shows, in this order. A list that is sent replaces the whole one; ids are kept by monitor. */
  components?: StatusPageComponentInput[] | undefined;
}

/** One page of a list. */
export interface StatusPageList {
  /** The items of this page, newest first. */
  data: StatusPage[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** A page as the public would see it. */
export interface StatusPagePreview {
  /** The address of the preview. Only pages of the console can show it in a frame. */
  url: string;
  /** When the address stops working. */
  expiresAt: string;
}

/** A status page that is not stored: the fields of a new page. */
export interface StatusPagePreviewCreate {
  /** The heading of the page. */
  name: string;
  /** The name of the page in its public address, unique in the whole service: 1 to 63 lowercase letters, digits and hyphens. Left out on create: made from the name. */
  slug?: string | undefined;
  /** A sentence or two under the heading. */
  description?: string | null | undefined;
  /** A host name of your own on which the page is served too, once DNS proves that it is yours: by a TXT record `vedette=<id of the page>` at `_vedette.<customDomain>`, or by a CNAME from it to the host of `url` as long as no other page names it. DNS is asked as soon as it is set, then every 10 minutes until it is proven, then once a day. */
  customDomain?: string | null | undefined;
  /** Whether the public can see the page; false answers 404 in public. */
  published?: boolean | undefined;
  /** The colours of the page; SYSTEM follows the visitor. */
  theme?: 'SYSTEM' | 'LIGHT' | 'DARK' | undefined;
  /** The accent colour as `#rrggbb`. */
  accentColor?: string | null | undefined;
  /** An https address of a logo. */
  logoUrl?: string | null | undefined;
  /** The IANA time zone of the dates on the page. */
  timezone?: string | undefined;
  /** What the page shows, in this order. A list that is sent replaces the whole one; ids are kept by monitor. */
  components?: StatusPageComponentInput[] | undefined;
  /** The page whose incidents, maintenance and logo the preview shows; null: a new page. */
  statusPageId?: string | null | undefined;
}

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface StatusPageUpdate {
  /** The heading of the page. */
  name?: string | undefined;
  /** The name of the page in its public address, unique in the whole service: 1 to 63 lowercase letters, digits and hyphens. Left out on create: made from the name. */
  slug?: string | undefined;
  /** A sentence or two under the heading. */
  description?: string | null | undefined;
  /** A host name of your own on which the page is served too, once DNS proves that it is yours: by a TXT record `vedette=<id of the page>` at `_vedette.<customDomain>`, or by a CNAME from it to the host of `url` as long as no other page names it. DNS is asked as soon as it is set, then every 10 minutes until it is proven, then once a day. */
  customDomain?: string | null | undefined;
  /** Whether the public can see the page; false answers 404 in public. */
  published?: boolean | undefined;
  /** The colours of the page; SYSTEM follows the visitor. */
  theme?: 'SYSTEM' | 'LIGHT' | 'DARK' | undefined;
  /** The accent colour as `#rrggbb`. */
  accentColor?: string | null | undefined;
  /** An https address of a logo. */
  logoUrl?: string | null | undefined;
  /** The IANA time zone of the dates on the page. */
  timezone?: string | undefined;
  /** What the page shows, in this order. A list that is sent replaces the whole one; ids are kept by monitor. */
  components?: StatusPageComponentSentBack[] | undefined;
}

/** The token of a link. */
export interface Token {
  /** What follows `#token=` in the link. */
  token: string;
}

/** What lies in the range of one day. */
export interface UptimeDay {
  /** The date in the time zone, YYYY-MM-DD. */
  date: string;
  /** The time UP or DEGRADED, of the time UP, DEGRADED or DOWN, rounded down to three decimals; null if there is none of these. */
  percent: number | null;
  /** How the range divides; the parts add up to it. */
  seconds: UptimeSeconds;
}

/** How the range divides; the parts add up to it. */
export interface UptimeSeconds {
  /** In UP. */
  up: number;
  /** In DEGRADED. */
  degraded: number;
  /** In DOWN. */
  down: number;
  /** In PENDING. */
  pending: number;
  /** In PAUSED. */
  paused: number;
  /** Without a check that could judge the target. */
  unobserved: number;
  /** In maintenance windows that ran, whatever the state. */
  maintenance: number;
}

/** The allowances of the plan, and what is used of them. */
export interface Usage {
  /** The name of the plan. */
  plan: string;
  /** What the plan allows. */
  allowed: {
    /** How many monitors the plan allows. */
    monitors: number;
    /** How many status pages the plan allows. */
    statusPages: number;
    /** How many webhook endpoints the plan allows. */
    webhookEndpoints: number;
    /** How many maintenance windows that are not completed the plan allows. */
    maintenanceWindows: number;
    /** The shortest interval of a monitor, in seconds. */
    fastestIntervalSeconds: number;
  };
  /** What is used. */
  used: {
    /** How many monitors there are; null if unknown. */
    monitors: number | null;
    /** How many status pages there are; null if unknown. */
    statusPages: number | null;
    /** How many webhook endpoints there are; null if unknown. */
    webhookEndpoints: number | null;
    /** How many maintenance windows that are not completed there are; null if unknown. */
    maintenanceWindows: number | null;
    /** How many people belong to the organization. */
    members: number;
    /** How many API keys the organization has. */
    keys: number;
  };
}

/** Every event, told apart by `type`. */
export type VedetteEvent =
  | IncidentOpenedEvent
  | IncidentAcknowledgedEvent
  | IncidentResolvedEvent
  | StatusIncidentPublishedEvent
  | StatusIncidentUpdatedEvent
  | StatusIncidentResolvedEvent
  | MonitorCreatedEvent
  | MonitorUpdatedEvent
  | MonitorDeletedEvent
  | MonitorPausedEvent
  | MonitorResumedEvent
  | MonitorUpEvent
  | MonitorDegradedEvent
  | MonitorDownEvent
  | MonitorCertificateExpiringEvent
  | MonitorDomainExpiringEvent
  | MaintenanceScheduledEvent
  | MaintenanceUpdatedEvent
  | MaintenanceStartedEvent
  | MaintenanceEndedEvent
  | MaintenanceCancelledEvent
  | WebhookTestEvent;

/** What every VedetteEvent has. */
export interface VedetteEventFields {
  /** The id of the event; the same on every attempt, and in `webhook-id`. */
  id: string;
  /** When it happened. */
  timestamp: string;
}

/** One try of a delivery. */
export interface WebhookAttempt {
  /** The id of the attempt. */
  id: string;
  /** Counts from 1. */
  number: number;
  /** SCHEDULED: due by itself. MANUAL: asked for by `retry` or `test`. */
  trigger: 'SCHEDULED' | 'MANUAL';
  /** When it began. */
  startedAt: string;
  /** How long it took; 0 while its outcome is not known. */
  durationMs: number;
  /** The HTTP status, if there was an answer. */
  responseStatus: number | null;
  /** The first 4 KiB of the answer. */
  responseBody: string | null;
  /** Why it failed, if it did; that its outcome is not known, if it was interrupted. */
  error: string | null;
}

/** An event on its way to one webhook endpoint. */
export interface WebhookDelivery {
  /** The id of the delivery. */
  id: string;
  /** The webhook endpoint that it goes to, which may be deleted by now. */
  endpointId: string;
  /** The id of the event, sent as `webhook-id` on every attempt. */
  eventId: string;
  /** The type of the event. */
  eventType: EventType;
  /** PENDING while attempts are left, SUCCEEDED once the receiver answered 2xx, FAILED after the last attempt or when the endpoint was disabled or deleted. */
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  /** How many attempts were made. */
  attemptCount: number;
  /** When the next attempt is due; null when none is. */
  nextAttemptAt: string | null;
  /** When the newest attempt was made. */
  lastAttemptAt: string | null;
  /** The HTTP status that the newest attempt got. */
  lastResponseStatus: number | null;
  /** When it succeeded or failed for good. */
  completedAt: string | null;
  /** When the delivery was created. */
  createdAt: string;
}

/** A delivery with what was sent and every attempt. */
export interface WebhookDeliveryDetail extends WebhookDelivery {
  /** The body that is sent to the receiver. */
  payload: Event;
  /** Every attempt, oldest first. */
  attempts: WebhookAttempt[];
}

/** One page of a list. */
export interface WebhookDeliveryList {
  /** The items of this page, newest first. */
  data: WebhookDelivery[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** An address that events are sent to. */
export interface WebhookEndpoint {
  /** The id of the webhook endpoint. */
  id: string;
  /** The public https address that events are sent to, without credentials in it. A name that resolves to a non-public address is a 400; one that does not resolve right now is accepted. */
  url: string;
  /** What it is for. */
  description: string | null;
  /** The event types to send, or `["*"]` for all, also those of the future. */
  eventTypes: (EventType | '*')[];
  /** Whether events are sent. Disabling ends the PENDING deliveries as FAILED; enabling clears disabledReason. */
  enabled: boolean;
  /** Why it is disabled: MANUAL by a request, GONE when the receiver answered 410, FAILING after 5 days of nothing but failures; null while it is enabled. */
  disabledReason: 'MANUAL' | 'GONE' | 'FAILING' | null;
  /** Until when the secret before the present one signs too; null when none does. */
  previousSecretExpiresAt: string | null;
  /** When the endpoint was created. */
  createdAt: string;
  /** When the endpoint was last changed. */
  updatedAt: string;
}

/** A new webhook endpoint. */
export interface WebhookEndpointCreate {
  /** The public https address that events are sent to, without credentials in it. A name that resolves to a non-public address is a 400; one that does not resolve right now is accepted. */
  url: string;
  /** What it is for. */
  description?: string | null | undefined;
  /** The event types to send, or `["*"]` for all, also those of the future. */
  eventTypes: (EventType | '*')[];
  /** Whether events are sent. Disabling ends the PENDING deliveries as FAILED; enabling clears disabledReason. */
  enabled?: boolean | undefined;
}

/** One page of a list. */
export interface WebhookEndpointList {
  /** The items of this page, newest first. */
  data: WebhookEndpoint[];
  /** Where a page lies in its list. */
  pagination: Pagination;
}

/** The fields to change. Read-only fields may be sent back with them; they are ignored. */
export interface WebhookEndpointUpdate {
  /** The public https address that events are sent to, without credentials in it. A name that resolves to a non-public address is a 400; one that does not resolve right now is accepted. */
  url?: string | undefined;
  /** What it is for. */
  description?: string | null | undefined;
  /** The event types to send, or `["*"]` for all, also those of the future. */
  eventTypes?: (EventType | '*')[] | undefined;
  /** Whether events are sent. Disabling ends the PENDING deliveries as FAILED; enabling clears disabledReason. */
  enabled?: boolean | undefined;
}

/** A webhook endpoint with its new signing secret. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  /** The signing secret: `whsec_` and the base64 of 32 bytes. It is shown in this response and its replays, and nowhere else. */
  secret: string;
}

/** Somebody asked for a test event. */
export interface WebhookTestEvent extends VedetteEventFields {
  /** The type of the event. */
  type: 'webhook.test';
  /** What the event is about. */
  data: {
    /** An address that events are sent to. */
    webhookEndpoint: WebhookEndpoint;
  };
}
