import { Inject, Injectable } from '@nestjs/common';
import { ApiError, newId, type ContactTest } from '@vedette/contract';
import { actOnce, type Keyed, type Reply, type RpcContext } from '@vedette/messaging';
import { CONFIG } from '@vedette/service-host';
import { SEND_LIMIT_MS, type AlertChannel, type SendOutcome } from '../channels/alert-channel.ts';
import type { IncidentConfig } from '../config.ts';
import { ConfirmationSender } from './confirmation-sender.ts';
import { ContactOutcomeRepository, type TestResult } from './contact-outcome.repository.ts';
import { ContactRepository, type ContactKey, type ReachableContact } from './contact.repository.ts';
import { labelOf } from '../messages/contact-label.ts';
import { testMessage } from '../messages/test-message.ts';
import { IncidentMutations, type Transaction } from '../mutations.ts';

/** Other connections than those of alerts, so that tests delay no alert. */
export const TEST_CHANNELS = Symbol('channels of tests');

/** One attempt, and a slow database. Less than the deadline of a test, so that a repeated request outlives a lost run. */
const TEST_LIMIT_MS = SEND_LIMIT_MS + 3_000;

const INTERRUPTED = 'The test was interrupted, so that nobody knows whether the message arrived';

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
    return this.#test(context, { id, organizationId: context.organizationId }, context.request.deadlineAt);
  }

  /** For the operator, who may test the contacts of every organization. */
  async testAny({ act, request }: RpcContext, id: string): Promise<Reply> {
    const contact = await this.contacts.findReachable({ id });
    if (contact === undefined) throw new ApiError('not_found', `There is no contact ${id}.`);
    const { organizationId } = contact;
    return this.#test({ organizationId, idempotency: undefined, act }, { id }, request.deadlineAt);
  }

  /** A request that is repeated with its key sends no second message, even if the service was killed meanwhile. */
  #test(keyed: Keyed, key: ContactKey, deadlineAt: number): Promise<Reply> {
    return actOnce(this.mutations, keyed, {
      deadlineAt,
      prepare: async (tx, mutation) => {
        const contact = await this.#reachable(key, tx);
        const { id, type, name, to } = contact;
        mutation.describe({ id, name: labelOf({ type, name, address: to }) });
        return contact;
      },
      limitMs: () => TEST_LIMIT_MS,
      act: (contact) => this.#send(contact),
      isRepeatable: false,
      record: async (tx, contact, result) => {
        await this.#note(contact, result, tx);
        return answerOf(result);
      },
      interrupted: async (tx) => {
        const contact = await this.#reachable(key, tx);
        return { sent: sentTo(contact), delivered: false, answer: INTERRUPTED, tookMs: 0 } satisfies ContactTest;
      },
    });
  }

  /** The test of one contact in a rehearsal, which keeps it. */
  async rehearse(contact: ReachableContact): Promise<TestResult> {
    const result = await this.#send(contact);
    await this.#note(contact, result);
    return result;
  }

  async #reachable(key: ContactKey, tx: Transaction): Promise<ReachableContact> {
    const contact = await this.contacts.findReachable(key, tx);
    if (contact === undefined) throw ApiError.notFound('alert contact', key.id);
    return contact;
  }

  /** One message in one attempt. */
  async #send(contact: ReachableContact): Promise<TestResult> {
    const startedAt = performance.now();
    const sent = sentTo(contact);
    const outcome = sent === 'TEST' ? await this.#sendTest(contact) : await this.confirmations.sendAgain(contact);
    const tookMs = Math.round(performance.now() - startedAt);
    const { answer, maskedAnswer } = sentencesOf(outcome);
    return { sent, delivered: outcome.ok, answer, maskedAnswer, tookMs };
  }

  /** The outcome of a test is kept with the contact; a link to confirm is no test. */
  async #note({ id }: ReachableContact, result: TestResult, tx?: Transaction): Promise<void> {
    if (result.sent === 'TEST') await this.outcomes.noteTest(id, result, new Date(), tx);
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

function sentTo({ state }: ReachableContact): ContactTest['sent'] {
  return state === 'ACTIVE' ? 'TEST' : 'CONFIRMATION';
}

function answerOf({ sent, delivered, answer, tookMs }: TestResult): ContactTest {
  return { sent, delivered, answer, tookMs };
}

function sentencesOf(outcome: SendOutcome): Pick<TestResult, 'answer' | 'maskedAnswer'> {
  const { answer = 'the receiver took the message', maskedAnswer = answer } = outcome.ok
    ? outcome
    : { answer: outcome.reason, maskedAnswer: outcome.maskedReason };
  return { answer: sentence(answer), maskedAnswer: sentence(maskedAnswer) };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
