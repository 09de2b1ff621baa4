import { Injectable } from '@nestjs/common';
import { ApiError, internal, newId, type Rehearsal } from '@vedette/contract';
import type { Reply, RpcContext } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { ContactTestService } from './contact-test.service.ts';
import { ContactRepository, type ReachableContact } from './contact.repository.ts';
import { contactLabel } from '../messages/contact-label.ts';
import { IncidentMutations } from '../mutations.ts';
import { nextRehearsalAt, rehearsalName, shownRehearsal, type StoredResult } from './rehearsal-view.ts';
import { RehearsalRepository } from './rehearsal.repository.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
const ERASE_EVERY_MS = 600_000;
/** Receivers that one rehearsal tests at the same time. */
const AT_A_TIME = 10;

const UNTESTED = { outcome: 'PENDING', answer: null, maskedAnswer: null, tookMs: null } as const;
const NOT_MADE = 'The test could not be made';

type Tested = Pick<StoredResult, 'outcome' | 'answer' | 'maskedAnswer' | 'tookMs'>;

/** A receiver, and how it is tested. */
interface Receiver {
  readonly result: StoredResult;
  readonly test: () => Promise<Tested>;
}

/** Tests all contacts and webhook endpoints of an organization, so that its people know who would be told. */
@Injectable()
export class RehearsalService {
  readonly #running = new Set<Promise<void>>();

  constructor(
    private readonly host: Host,
    private readonly rehearsals: RehearsalRepository,
    private readonly contacts: ContactRepository,
    private readonly tests: ContactTestService,
    private readonly mutations: IncidentMutations,
  ) {
    host.lifecycle.loop('erasing old rehearsals', ERASE_EVERY_MS, () =>
      this.rehearsals.erase(new Date(Date.now() - KEPT_DAYS * DAY_MS)),
    );
    host.lifecycle.add('loops', { stop: async () => void (await Promise.all(this.#running)) });
  }

  async start(context: RpcContext): Promise<Reply> {
    const { organizationId } = context;
    let begin: (() => void) | undefined;
    const reply = await this.mutations.prepareOnce(
      context,
      async () => {
        // A refusal must not cost as much as a rehearsal: an organization may have thousands of receivers.
        refuseTooSoon(await this.rehearsals.lastStartedAt(organizationId), new Date());
        return this.#receivers(context);
      },
      async (tx, receivers, now, mutation) => {
        refuseTooSoon(await this.rehearsals.lockLast(tx, organizationId), now);
        const id = newId('rh', now.getTime());
        const results = receivers.map(({ result }) => result);
        const rehearsal = { id, startedAt: now, progressAt: now, endedAt: null, results };
        await this.rehearsals.insert(tx, organizationId, rehearsal);
        begin = () => this.#begin(id, receivers);
        mutation.describe({ id, name: rehearsalName(now) });
        return shownRehearsal(rehearsal, context.seesMasks, now);
      },
    );
    // A replay of an earlier answer begins nothing.
    begin?.();
    return reply;
  }

  async get({ organizationId, seesMasks }: RpcContext, id: string): Promise<Rehearsal> {
    const found = await this.rehearsals.find(organizationId, id);
    if (found === undefined) throw ApiError.notFound('rehearsal', id);
    return shownRehearsal(found, seesMasks, new Date());
  }

  async #receivers({ organizationId, request }: RpcContext): Promise<Receiver[]> {
    const [contacts, { endpoints }] = await Promise.all([
      this.contacts.allReachable(organizationId),
      this.host.rpc.ask(internal.namedWebhookEndpoints, { organizationId }, request),
    ]);
    return [
      ...contacts.map((contact) => this.#contact(contact)),
      ...endpoints.map((endpoint) => this.#endpoint(organizationId, endpoint)),
    ];
  }

  #contact(contact: ReachableContact): Receiver {
    const { id, type, name, to } = contact;
    const { full, masked } = contactLabel({ type, name, address: to });
    return {
      result: { ...UNTESTED, kind: 'CONTACT', id, type, name: full, maskedName: masked },
      test: async () => {
        const { sent, delivered, answer, maskedAnswer, tookMs } = await this.tests.rehearse(contact);
        const outcome = sent === 'CONFIRMATION' ? 'UNCONFIRMED' : delivered ? 'REACHED' : 'FAILED';
        return { outcome, answer, maskedAnswer, tookMs };
      },
    };
  }

  #endpoint(organizationId: string, { id, host }: { id: string; host: string }): Receiver {
    const asked = internal.rehearseWebhookEndpoint;
    return {
      result: { ...UNTESTED, kind: 'ENDPOINT', id, type: null, name: host, maskedName: host },
      test: async () => {
        const patience = { requestId: newId('req'), deadlineAt: Date.now() + asked.deadlineMs };
        const { isDelivered, answer, tookMs } = await this.host.rpc.ask(
          asked,
          { organizationId, endpointId: id },
          patience,
        );
        return { outcome: isDelivered ? 'REACHED' : 'FAILED', answer, maskedAnswer: answer, tookMs };
      },
    };
  }

  #begin(id: string, receivers: readonly Receiver[]): void {
    const running = this.#run(id, receivers)
      .catch((error: unknown) => this.host.logger.warn({ error, rehearsal: id }, 'a rehearsal was interrupted'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Tests no more receivers when the service stops: the rehearsal then shows as interrupted. */
  async #run(id: string, receivers: readonly Receiver[]): Promise<void> {
    const left = [...receivers];
    const work = async (): Promise<void> => {
      while (!this.host.stopping.aborted) {
        const next = left.shift();
        if (next === undefined) return;
        const found = await this.#test(next);
        await this.rehearsals.note(id, { ...next.result, ...found }, new Date());
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    if (left.length === 0) return this.rehearsals.end(id, new Date());
    this.host.logger.warn({ rehearsal: id, left: left.length }, 'a rehearsal was interrupted');
  }

  async #test({ test, result }: Receiver): Promise<Tested> {
    try {
      return await test();
    } catch (error) {
      this.host.logger.warn({ error, receiver: result.id }, 'a receiver could not be tested');
      return { outcome: 'FAILED', answer: NOT_MADE, maskedAnswer: NOT_MADE, tookMs: null };
    }
  }
}

function refuseTooSoon(lastAt: Date | null, now: Date): void {
  const next = nextRehearsalAt(lastAt);
  if (now < next) throw ApiError.conflict(`The next rehearsal can be started at ${next.toISOString()}.`);
}
