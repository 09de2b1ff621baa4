import { Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import type { Reply, RpcContext } from '@vedette/messaging';
import { DueDecisions } from '../alerts/due-decisions.ts';
import { hashOf } from './confirmation-sender.ts';
import { ConfirmationRepository } from './confirmation.repository.ts';
import { ContactRepository } from './contact.repository.ts';
import { labelOf } from '../messages/contact-label.ts';
import { IncidentMutations } from '../mutations.ts';

/** Lets alerts go to an address whose owner has followed the link that was mailed there. */
@Injectable()
export class ConfirmationService {
  constructor(
    private readonly confirmations: ConfirmationRepository,
    private readonly contacts: ContactRepository,
    private readonly mutations: IncidentMutations,
    private readonly decisions: DueDecisions,
  ) {}

  /** What goes on at present is told at once. */
  async confirm(context: RpcContext, token: string): Promise<Reply> {
    const hash = hashOf(token);
    const key = await this.confirmations.findContact(hash, new Date());
    const contact = key && (await this.contacts.find(key));
    if (contact === undefined) throw refused();
    const { id, organizationId, type, name, to } = contact;
    const label = labelOf({ type, name, address: to });
    const act = context.actAs({ kind: 'link', id, name: label });
    const reply = await this.mutations.once(
      { organizationId, idempotency: undefined, act },
      async (tx, now, mutation) => {
        if (!(await this.confirmations.confirm(tx, id, hash, now))) throw refused();
        await this.decisions.reconsiderContacts(tx, [id]);
        mutation.describe({ id, name: label });
        return { to };
      },
    );
    this.decisions.wake();
    return reply;
  }
}

/** Nobody is told what is wrong with a token. */
function refused(): ApiError {
  return ApiError.unauthorized('The link is unknown, used or expired, or its contact was deleted.');
}
