import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  internal,
  type ContactSettings,
  type ContactType,
  type Detail,
  type MonitorDescription,
  type RequestContext,
} from '@vedette/contract';
import { Deadline, Outbound } from '@vedette/outbound';
import { CONFIG, Host } from '@vedette/service-host';
import type { IncidentConfig } from '../config.ts';
import { addressFault, isUrl, secretFault } from './contact-address.ts';
import { settingsFaults } from './contact-settings.ts';

const RESOLVE_LIMIT_MS = 2_000;
/** Long enough for a busy account service, short enough to create the contact within the caller's deadline. */
const MEMBER_PATIENCE_MS = 1_500;

/** Refuses addresses that cannot be alerted, and monitors that the organization does not have. */
@Injectable()
export class ContactCheck {
  constructor(
    private readonly host: Host,
    private readonly outbound: Outbound,
    @Inject(CONFIG) private readonly config: IncidentConfig,
  ) {}

  /** A contact that nobody could tell would look as if it worked. */
  requireMailServer(type: ContactType): void {
    if (type !== 'EMAIL' || this.config.smtpUrl !== null) return;
    const message = 'type EMAIL needs a mail server: whoever operates this installation sets SMTP_URL and SMTP_FROM';
    throw ApiError.validation([{ path: 'type', message }]);
  }

  /** Without a timely answer of the account service, the owner of the address is asked. */
  async isMember({ requestId, deadlineAt }: RequestContext, organizationId: string, email: string): Promise<boolean> {
    const patience = { requestId, deadlineAt: Math.min(Date.now() + MEMBER_PATIENCE_MS, deadlineAt) };
    try {
      return (await this.host.rpc.ask(internal.isMember, { organizationId, email }, patience)).isMember;
    } catch {
      // The RPC client has already logged the error.
      return false;
    }
  }

  async requireAddress(type: ContactType, to: string): Promise<void> {
    const fault = addressFault(type, to, this.config.webhookAllowPrivateTargets) ?? (await this.#targetFault(type, to));
    if (fault !== undefined) throw ApiError.validation([{ path: 'to', message: `to ${fault}` }]);
  }

  requireSecret(type: ContactType, secret: string | null): void {
    const fault = secretFault(type, secret);
    if (fault !== undefined) throw ApiError.validation([{ path: 'secret', message: `secret ${fault}` }]);
  }

  requireSettings(settings: Partial<ContactSettings>): void {
    const faults = settingsFaults(settings);
    if (faults.length > 0) throw ApiError.validation(faults);
  }

  /** `field` is the name under which the sender of the request gave the ids. */
  async requireMonitors(
    request: RequestContext,
    organizationId: string,
    field: string,
    monitorIds: string[],
  ): Promise<void> {
    if (monitorIds.length === 0) return;
    const known = new Set((await this.#describe(request, organizationId, monitorIds)).map(({ id }) => id));
    const faults = monitorIds.flatMap((id, index): Detail[] =>
      known.has(id)
        ? []
        : [{ path: `${field}.${index}`, message: `There is no monitor ${id} in the organization ${organizationId}` }],
    );
    if (faults.length > 0) throw ApiError.validation(faults);
  }

  async requireMonitor(request: RequestContext, organizationId: string, id: string): Promise<MonitorDescription> {
    const [monitor] = await this.#describe(request, organizationId, [id]);
    if (monitor === undefined) throw ApiError.notFound('monitor', id);
    return monitor;
  }

  async #describe(request: RequestContext, organizationId: string, monitorIds: string[]) {
    const { monitors } = await this.host.rpc.ask(internal.describeMonitors, { organizationId, monitorIds }, request);
    return monitors;
  }

  /** A name that does not resolve now is accepted, because every attempt checks again. */
  async #targetFault(type: ContactType, to: string): Promise<string | undefined> {
    if (!isUrl(type)) return undefined;
    const deadline = Deadline.after(RESOLVE_LIMIT_MS);
    const resolution = await this.outbound.resolve(new URL(to).hostname, deadline);
    deadline.clear();
    const isRefused = !resolution.ok && ['invalid_host', 'forbidden_address'].includes(resolution.reason);
    return isRefused ? `cannot be used: ${resolution.message}` : undefined;
  }
}
