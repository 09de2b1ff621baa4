// Imports single modules of the contract: the operator's command line uses this file and should not load all schemas.
import { auditSubject } from '@vedette/contract/audit';
import { newId } from '@vedette/contract/ids';
import { auditLines, auditMessages, type AuditDetails } from './audit-line.ts';
import type { Keyed } from './idempotent-answers.ts';
import type { OutboxMessage } from './outbox.ts';

/** What belongs to one transaction besides its rows. */
export interface Mutation {
  /** The facts are sent if, and only if, the transaction commits. They are written together, before the steps `atEnd`. */
  tell(facts: readonly OutboxMessage[]): void;
  /** Says what the answer does not show, for the line in the audit log. */
  describe(details: AuditDetails): void;
  /** Runs a step right before the commit, after everything else is written: for a lock that many others wait for. */
  atEnd(step: () => Promise<void>): void;
  /** Runs a step after the commit, for a signal that a lost process may fail to give. */
  afterCommit(step: () => void): void;
}

/** Gathers these things until `Mutations` writes the facts and runs the steps. */
export class OpenMutation implements Mutation {
  readonly lastSteps: (() => Promise<void>)[] = [];
  readonly laterSteps: (() => void)[] = [];
  readonly #facts: OutboxMessage[] = [];
  #details: AuditDetails = {};
  #isWritten = false;

  tell(facts: readonly OutboxMessage[]): void {
    if (this.#isWritten) throw new Error('The facts of this transaction are written already');
    for (const fact of facts) this.#facts.push(fact);
  }

  describe(details: AuditDetails): void {
    this.#details = { ...this.#details, ...details };
  }

  atEnd(step: () => Promise<void>): void {
    this.lastSteps.push(step);
  }

  afterCommit(step: () => void): void {
    this.laterSteps.push(step);
  }

  /** Tells the line of the audit log. A request without an actor leaves none. */
  tellLine({ act, organizationId }: Keyed, answer: unknown): void {
    if (act === undefined) return;
    const now = new Date();
    const subject = auditSubject(act.service);
    const lines = auditLines(act, organizationId, answer, this.#details, now);
    const messages = auditMessages(lines.map((line) => Object.assign({ id: newId('aud', now.getTime()) }, line)));
    this.tell(messages.map((payload) => ({ id: payload.id, organizationId, subject, payload })));
  }

  /** The facts to write. A fact that is told later would be lost, and so fails the transaction. */
  takeFacts(): readonly OutboxMessage[] {
    this.#isWritten = true;
    return this.#facts;
  }
}
