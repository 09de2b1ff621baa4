import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import type { Result } from './check-outcome.ts';
import { seenAfter } from './dns-baseline.ts';
import { ObservationRepository, type KnownObservation } from './observation.repository.ts';

export interface Lesson {
  readonly result: Result;
  readonly dnsRecordType: string;
}

const NOTHING_KNOWN: KnownObservation = { dnsSeen: null, registration: null };

/** Stores what checks observed, for later checks. */
@Injectable()
export class Learning {
  constructor(private readonly observations: ObservationRepository) {}

  async learn(sql: Sql, lessons: readonly Lesson[], now: Date): Promise<void> {
    const telling = lessons.filter(({ result: { outcome } }) => {
      return outcome.observation.dnsAnswer !== null || outcome.observation.registration !== null;
    });
    if (telling.length === 0) return;
    const known = await this.observations.find(
      sql,
      telling.map(({ result }) => result.monitorId),
    );
    const learned = new Map<string, KnownObservation>();
    for (const { result, dnsRecordType } of telling) {
      const { monitorId, outcome } = result;
      const before = learned.get(monitorId) ?? known.get(monitorId) ?? NOTHING_KNOWN;
      const { dnsAnswer, registration } = outcome.observation;
      const dnsSeen = dnsAnswer === null ? undefined : seenAfter(before.dnsSeen, dnsRecordType, dnsAnswer, now);
      const isOtherRegistration = registration !== null && registration.checkedAt !== before.registration?.checkedAt;
      if (dnsSeen === undefined && !isOtherRegistration) continue;
      learned.set(monitorId, {
        dnsSeen: dnsSeen ?? before.dnsSeen,
        registration: registration ?? before.registration,
      });
    }
    await this.observations.save(sql, learned);
  }
}
