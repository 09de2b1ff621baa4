import { Injectable } from '@nestjs/common';
import type { EventData, EventType, MonitorFacts } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { eventMessage, type Mutation } from '@vedette/messaging';
import { EventSequenceRepository } from './event-sequence.repository.ts';

type MonitorEventType = Extract<EventType, `monitor.${string}`>;

/** What happened to one monitor. */
export type MonitorEvent = {
  [Type in MonitorEventType]: {
    readonly organizationId: string;
    readonly type: Type;
    readonly data: EventData<Type>;
    readonly facts?: Omit<MonitorFacts, 'sequence'> | undefined;
  };
}[MonitorEventType];

/**
 * Tells what happened to monitors, under their locks. The events of a monitor are numbered: those of different lanes
 * overtake each other, and a receiver must know which of two is newer.
 */
@Injectable()
export class MonitorEvents {
  constructor(private readonly sequences: EventSequenceRepository) {}

  /** Expects the events of each monitor in order of time. */
  async tell(tx: Sql, mutation: Mutation, events: readonly MonitorEvent[], now: Date): Promise<void> {
    if (events.length === 0) return;
    const left = new Map<string, number>();
    for (const { data } of events) left.set(data.monitor.id, (left.get(data.monitor.id) ?? 0) + 1);
    const last = await this.sequences.countOn(tx, left);
    mutation.tell(
      events.map(({ organizationId, type, data, facts }) => {
        const { id } = data.monitor;
        const after = (left.get(id) ?? 0) - 1;
        left.set(id, after);
        const sequence = (last.get(id) ?? 0) - after;
        return eventMessage(organizationId, type, data, now, { ...facts, sequence } satisfies MonitorFacts);
      }),
    );
  }
}
