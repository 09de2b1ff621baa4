import { Injectable } from '@nestjs/common';
import type { EventMessage, MaintenanceFacts, MaintenanceNotice } from '@vedette/contract';
import { DueDecisions } from './due-decisions.ts';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { MaintenanceRepository } from './maintenance.repository.ts';
import { applyNotice } from './maintenance-window-spans.ts';

@Injectable()
export class MaintenanceService {
  constructor(
    private readonly mutations: IncidentMutations,
    private readonly windows: MaintenanceRepository,
    private readonly decisions: DueDecisions,
  ) {}

  async apply(notice: MaintenanceNotice): Promise<void> {
    await this.mutations.run((tx) => this.#apply(tx, notice));
    this.decisions.wake();
  }

  async receive({ organizationId, event, facts }: EventMessage): Promise<void> {
    if (!('maintenanceWindow' in event.data)) return;
    const notice: MaintenanceNotice = {
      organizationId,
      windowId: event.data.maintenanceWindow.id,
      at: event.timestamp,
      isCancelled: event.type === 'maintenance.cancelled',
      // Every maintenance event carries facts; see MaintenanceFacts.
      facts: facts as MaintenanceFacts,
    };
    await this.mutations.receive(event.id, (tx) => this.#apply(tx, notice));
    this.decisions.wake();
  }

  async #apply(
    tx: Transaction,
    { organizationId, windowId, at, isCancelled, facts }: MaintenanceNotice,
  ): Promise<void> {
    const stored = await this.windows.lock(tx, organizationId, windowId);
    const decision = applyNotice({ at: new Date(at), isCancelled, facts }, stored);
    if (decision.kind === 'ignore') return;
    const monitorIds = await this.windows.carryOut(tx, windowId, decision, facts.monitorIds);
    await this.windows.mark(tx, windowId, { revision: facts.revision, isCancelled });
    await this.decisions.reconsider(tx, monitorIds);
  }
}
