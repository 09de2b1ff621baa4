import { Injectable } from '@nestjs/common';
import { ApiError, type Acknowledgement, type IncidentDetail } from '@vedette/contract';
import type { Reply, RpcContext } from '@vedette/messaging';
import { AcknowledgementRepository, type FollowedLink } from './acknowledgement.repository.ts';
import { AlertSender } from '../sending/alert-sender.ts';
import { IncidentService } from '../incidents/incident.service.ts';
import { AcknowledgementLinks } from '../messages/acknowledgement-links.ts';
import type { AcknowledgementRight } from '../messages/acknowledgement-token.ts';
import { labelOf } from '../messages/alert-timeline.ts';
import { IncidentMutations } from '../mutations.ts';

/** Acknowledges outages by the links in alerts. The token of the link is the only credential. */
@Injectable()
export class AcknowledgementService {
  constructor(
    private readonly links: AcknowledgementLinks,
    private readonly followed: AcknowledgementRepository,
    private readonly incidents: IncidentService,
    private readonly mutations: IncidentMutations,
    private readonly sender: AlertSender,
  ) {}

  async view({ request }: RpcContext, token: string): Promise<Acknowledgement> {
    const { organizationId, incidentId } = await this.#follow(token);
    const incident = await this.incidents.find(organizationId, incidentId, request);
    if (incident === undefined) throw refused();
    return shown(incident);
  }

  async acknowledge(context: RpcContext, token: string): Promise<Reply> {
    const { organizationId, incidentId: id, contactId, contact } = await this.#follow(token);
    const by = labelOf(contact);
    const act = context.actAs({ kind: 'link', id: contactId, name: by });
    const reply = await this.mutations.prepareOnce(
      { organizationId, idempotency: undefined, act },
      async () => (await this.incidents.find(organizationId, id, context.request))?.monitor,
      async (tx, monitor, now) => {
        tx.describe({ id });
        return shown(await this.incidents.acknowledgeIn(tx, { organizationId, id, monitor, by }, now));
      },
    );
    this.sender.wake();
    return reply;
  }

  async #follow(token: string): Promise<AcknowledgementRight & FollowedLink> {
    const verdict = this.links.read(token, new Date());
    const link = verdict.kind === 'genuine' ? await this.followed.find(verdict.right) : undefined;
    if (verdict.kind !== 'genuine' || link === undefined) throw refused();
    if (link.isOver) throw ApiError.conflict('The outage is over: there is nothing left to acknowledge.');
    return { ...verdict.right, ...link };
  }
}

/** Nobody is told what is wrong with a token. */
function refused(): ApiError {
  return ApiError.unauthorized('The link is unknown or expired, or its contact or monitor was deleted.');
}

function shown({ monitor, cause, startedAt }: IncidentDetail): Acknowledgement {
  return { name: monitor.name, cause, startedAt };
}
