import { Injectable } from '@nestjs/common';
import { ApiError, type Acknowledgement, type IncidentDetail } from '@vedette/contract';
import { eventMessage, type Mutation, type Reply, type RpcContext } from '@vedette/messaging';
import { AlertSender } from '../alerts/alert-sender.ts';
import { AlertDecisions } from '../alerts/alert-story.ts';
import { IncidentService, type ShownMonitor } from '../incidents/incident.service.ts';
import { labelOf } from '../messages/contact-label.ts';
import type { KnownContact } from '../messages/timeline-entry.ts';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { AcknowledgementRepository, type FollowedLink } from './acknowledgement.repository.ts';

interface Acknowledged {
  readonly organizationId: string;
  readonly id: string;
  readonly monitor: ShownMonitor;
  /** The contact whose link was followed; null if no link was. */
  readonly by: KnownContact | null;
}

/** Acknowledges outages, for people and keys, and by the links in alerts. The token of a link is its only credential. */
@Injectable()
export class AcknowledgementService {
  constructor(
    private readonly links: AcknowledgementRepository,
    private readonly incidents: IncidentService,
    private readonly alerts: AlertDecisions,
    private readonly mutations: IncidentMutations,
    private readonly sender: AlertSender,
  ) {}

  async acknowledge(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId, request } = context;
    const reply = await this.mutations.prepareOnce(
      context,
      async () => (await this.incidents.find(organizationId, id, request))?.monitor,
      (tx, monitor, now, mutation) => this.#acknowledge(tx, mutation, { organizationId, id, monitor, by: null }, now),
    );
    this.sender.wake();
    return reply;
  }

  async acknowledgeByLink(context: RpcContext, token: string): Promise<Reply> {
    const { organizationId, incidentId: id, contact } = await this.#follow(token);
    const act = context.actAs({ kind: 'link', id: contact.id, name: labelOf(contact) });
    const reply = await this.mutations.prepareOnce(
      { organizationId, idempotency: undefined, act },
      async () => (await this.incidents.find(organizationId, id, context.request))?.monitor,
      async (tx, monitor, now, mutation) => {
        mutation.describe({ id });
        return shown(await this.#acknowledge(tx, mutation, { organizationId, id, monitor, by: contact }, now));
      },
    );
    this.sender.wake();
    return reply;
  }

  async view({ request }: RpcContext, token: string): Promise<Acknowledgement> {
    const { organizationId, incidentId } = await this.#follow(token);
    const incident = await this.incidents.find(organizationId, incidentId, request);
    if (incident === undefined) throw refused();
    return shown(incident);
  }

  async #acknowledge(
    tx: Transaction,
    mutation: Mutation,
    { organizationId, id, monitor, by }: Acknowledged,
    now: Date,
  ): Promise<IncidentDetail> {
    const isFirst = await this.incidents.acknowledge(tx, organizationId, id, by, now);
    if (isFirst) await this.alerts.decide(tx, id, now);
    const incident = await this.incidents.read(tx, mutation, { organizationId, id, monitor });
    if (!incident.acknowledged) {
      throw ApiError.conflict(`The incident ${id} was resolved before anybody acknowledged it.`);
    }
    if (isFirst) mutation.tell([eventMessage(organizationId, 'incident.acknowledged', { incident }, now)]);
    return incident;
  }

  async #follow(token: string): Promise<FollowedLink> {
    const link = await this.links.follow(token, new Date());
    if (link === undefined) throw refused();
    if (link.isOver) throw ApiError.conflict('The outage is over: there is nothing left to acknowledge.');
    return link;
  }
}

/** Nobody is told what is wrong with a token. */
function refused(): ApiError {
  return ApiError.unauthorized('The link is unknown or expired, or its contact or monitor was deleted.');
}

function shown({ monitor, cause, startedAt }: IncidentDetail): Acknowledgement {
  return { name: monitor.name, cause, startedAt };
}
