import type { parentOfOpening, ParentWait } from '@vedette/incident/parent-wait';
import { waitUntil } from '@vedette/incident/parent-wait';
import type { AlertAgenda } from './alert-agenda.ts';
import { dateOf, secondsOf, type HistoryParent } from './alert-history.ts';
import type { SimulatedWait, SubjectRow } from './alert-rows.ts';

interface Child {
  readonly rows: readonly SubjectRow[];
  readonly decide: (row: SubjectRow) => void;
}

/** The parent of the monitor, and the loops around its checks: alerts/parent-checks.ts, parents/parent-wait.repository.ts. */
export class AlertParent {
  readonly #agenda: AlertAgenda;
  readonly #parent: HistoryParent | null;
  readonly #child: Child;
  /** It has an ongoing incident. */
  #isDown = false;

  constructor(agenda: AlertAgenda, parent: HistoryParent | null, child: Child) {
    this.#agenda = agenda;
    this.#parent = parent;
    this.#child = child;
  }

  plan(): void {
    for (const { from, until, noticedAfter } of this.#parent?.downs ?? []) {
      if (from + noticedAfter < until) this.#agenda.atOrAfterCrash(from + noticedAfter, () => this.#goDown(until));
      this.#agenda.atOrAfterCrash(until, () => this.#recover());
    }
  }

  waitOf({ wait }: SubjectRow): ParentWait | undefined {
    if (wait === null) return undefined;
    const { until, knownAt } = wait;
    return { until: dateOf(until), knownAt: knownAt === null ? null : dateOf(knownAt), isParentDown: this.#isDown };
  }

  /** As `planOpening` of alert.service.ts. */
  await(row: SubjectRow, decider: typeof parentOfOpening): void {
    const parent = this.#parent === null ? undefined : { isDown: this.#isDown };
    const state = decider(parent, row.ended !== null, dateOf(this.#agenda.now));
    if (state.kind === 'asked') this.#begin(row, secondsOf(state.until), () => this.#checkParent());
  }

  /** Ends the waits that were long enough. */
  look(): void {
    for (const row of this.#child.rows) if (row.wait !== null) this.#expire(row, row.wait);
  }

  #begin(row: SubjectRow, until: number, check: () => void): void {
    const wait: SimulatedWait = { until, knownAt: null };
    const askedAt = this.#agenda.now;
    row.wait = wait;
    this.#agenda.at(until, () => this.#expire(row, wait));
    const takes = this.#parent?.checkSeconds ?? null;
    if (takes === null || takes >= until - askedAt) return;
    this.#agenda.at(askedAt + takes, () => {
      if (!this.#agenda.isAlive || this.#agenda.hasDiedSince(askedAt)) return;
      check();
      if (row.wait !== wait || wait.knownAt !== null) return;
      wait.knownAt = this.#agenda.now;
      this.#child.decide(row);
    });
  }

  #expire(row: SubjectRow, wait: SimulatedWait): void {
    const { now, isAlive } = this.#agenda;
    if (!isAlive || row.wait !== wait || wait.knownAt !== null || now < wait.until) return;
    wait.knownAt = wait.until;
    this.#child.decide(row);
  }

  /** A check finds what is so: the incident of a parent that is down is there before the check is over. */
  #checkParent(): void {
    const { now } = this.#agenda;
    const down = this.#parent?.downs.find(({ from, until }) => from <= now && now < until);
    if (down !== undefined) this.#goDown(down.until);
  }

  #goDown(until: number): void {
    if (this.#isDown || this.#agenda.now >= until) return;
    this.#isDown = true;
    this.#agenda.note('the parent is known to be down');
  }

  /** The monitor itself is checked, at once because no other waits for its turn: its end, if it has one, is known by then. */
  #recover(): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#agenda.note('the parent is known to be up');
    const until = secondsOf(waitUntil(dateOf(this.#agenda.now)));
    for (const row of this.#child.rows) {
      if (row.wait !== null && row.ended === null) this.#begin(row, until, () => undefined);
    }
  }
}
