import { Injectable } from '@nestjs/common';
import { internal, type InternalRequest, type RequestContext, type Usage } from '@vedette/contract';
import { Reply, type RpcContext } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { OrganizationRepository } from './organization.repository.ts';

/** A number that a service does not tell in this time is shown as unknown. */
const PATIENCE_MS = 1_000;

type Count = InternalRequest<{ organizationId: string }, { count: number }>;

/** What the plan of an organization allows, and what the organization uses of it. */
@Injectable()
export class UsageService {
  constructor(
    private readonly host: Host,
    private readonly organizations: OrganizationRepository,
  ) {}

  async get({ caller, request }: RpcContext): Promise<Reply> {
    const { organizationId, plan } = caller;
    const count = (what: Count): Promise<number | null> => this.#count(what, organizationId, request);
    const [monitors, statusPages, webhookEndpoints, maintenanceWindows, { members, keys }] = await Promise.all([
      count(internal.countMonitors),
      count(internal.countStatusPages),
      count(internal.countWebhookEndpoints),
      count(internal.countMaintenanceWindows),
      this.organizations.count(organizationId),
    ]);
    const { name, ...allowed } = plan;
    const used = { monitors, statusPages, webhookEndpoints, maintenanceWindows, members, keys };
    return Reply.of({ plan: name, allowed, used } satisfies Usage);
  }

  async #count(what: Count, organizationId: string, { requestId, deadlineAt }: RequestContext): Promise<number | null> {
    const patience = { requestId, deadlineAt: Math.min(Date.now() + PATIENCE_MS, deadlineAt) };
    try {
      return (await this.host.rpc.ask(what, { organizationId }, patience)).count;
    } catch {
      // The RPC client has already logged the error.
      return null;
    }
  }
}
