import { Inject, Injectable } from '@nestjs/common';
import { ApiError, newId, type ContactTest } from '@vedette/contract';
import type { Keyed, Reply, RpcContext } from '@vedette/messaging';
import { CONFIG } from '@vedette/service-host';
import type { AlertChannel, SendOutcome } from '../channels/alert-channel.ts';
import type { IncidentConfig } from '../config.ts';
import { ConfirmationSender } from '../confirmations/confirmation-sender.ts';
import { ContactOutcomeRepository } from './contact-outcome.repository.ts';
import { ContactRepository, type ContactKey, type ReachableContact } from './contact.repository.ts';
import { labelOf } from '../messages/alert-timeline.ts';
import { testMessage } from '../messages/test-message.ts';
import { IncidentMutations } from '../mutations.ts';

/** Other connections than those of alerts, so that tests delay no alert. */
export const TEST_CHANNELS = Symbol('channels of tests');

/** Shows whether a contact can be reached, by one message now. */
@Injectable()
export class ContactTestService {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly outcomes: ContactOutcomeRepository,
    private readonly confirmations: ConfirmationSender,
    private readonly mutations: IncidentMutations,
    @Inject(TEST_CHANNELS) private readonly channels: readonly AlertChannel[],
    @Inject(CONFIG) private readonly config: Pick<IncidentConfig, 'consolePublicUrl'>,
  ) {}

  test(context: RpcContext, id: string): Promise<Reply> {
    return this.#test(context, { id, organizationId: context.organizationId });
  }

  /** For the operator, who may test the contacts of every organization. */
  async testAny({ act }: RpcContext, id: string): Promise<Reply> {
    const contact = await this.contacts.findReachable({ id });
    if (contact === undefined) throw new ApiError('not_found', `There is no contact ${id}.`);
    const { organizationId } = contact;
    return this.#test({ organizationId, idempotency: undefined, act }, { id });
  }

  /** A request that is repeated with its key sends no second message. */
  #test(keyed: Keyed, key: ContactKey): Promise<Reply> {
    return this.mutations.prepareOnce(
      keyed,
      async () => {
        const contact = await this.#reachable(key);
        return { contact, result: await this.send(contact) };
      },
      async (tx, { contact: { id, type, name, to }, result }) => {
        tx.describe({ id, name: labelOf({ type, name, address: to }) });
        return result;
      },
    );
  }

  async #reachable(key: ContactKey): Promise<ReachableContact> {
    const contact = await this.contacts.findReachable(key);
    if (contact === undefined) throw ApiError.notFound('alert contact', key.id);
    return contact;
  }

  /** One message in one attempt. The outcome of a test is kept with the contact; a link to confirm is no test. */
  async send(contact: ReachableContact): Promise<ContactTest> {
    const startedAt = performance.now();
    const isConfirmed = contact.state === 'ACTIVE';
    const outcome = isConfirmed ? await this.#sendTest(contact) : await this.confirmations.sendAgain(contact);
    const result: ContactTest = {
      sent: isConfirmed ? 'TEST' : 'CONFIRMATION',
      delivered: outcome.ok,
      answer: sentenceOf(outcome),
      tookMs: Math.round(performance.now() - startedAt),
    };
    if (isConfirmed) await this.outcomes.noteTest(contact.id, result, new Date());
    return result;
  }

  async #sendTest({ id: contactId, organizationId, type, name, to, secret }: ReachableContact): Promise<SendOutcome> {
    const channel = this.channels.find((each) => each.type === type);
    if (channel === undefined) throw new Error(`There is no channel for ${type}`);
    const addressee = { type, name, address: to };
    return channel.send({
      kind: 'TEST',
      id: newId('at'),
      contactId,
      decidedAt: new Date(),
      contact: { ...addressee, secret },
      message: testMessage(this.config.consolePublicUrl, { organizationId, contactId, contact: labelOf(addressee) }),
    });
  }
}

function sentenceOf(outcome: SendOutcome): string {
  const text = outcome.ok ? (outcome.answer ?? 'the receiver took the message') : outcome.reason;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
