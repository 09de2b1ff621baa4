import { CheckerWorkers } from './checker-workers.ts';
import { Clock, START } from './clock.ts';
import { realDeciders, type Deciders } from './deciders.ts';
import { IncidentService } from './incident-service.ts';
import { MaintenanceService } from './maintenance-service.ts';
import type { MonitorRow } from './monitor-rows.ts';
import { MonitorService } from './monitor-service.ts';
import { checkAtRest } from './promises-at-rest.ts';
import { Violation } from './promise-names.ts';
import { Promises } from './promises.ts';
import { seeded } from './random.ts';
import { endOf, type Line, type Script } from './script.ts';
import { clockWords, lineInWords } from './script-words.ts';
import type { SimulatedEvent, Stage } from './stage.ts';
import { Truth } from './truth.ts';
import { WebhookDispatcher } from './webhook-dispatcher.ts';

/** After the last fault: enough for redeliveries, and for two checks of every monitor. */
const HEAL_MS = 85_000;
/** After a power loss, lost checks run again within 150 s. */
const HEAL_AFTER_POWER_LOSS_MS = 240_000;
const FORGOTTEN_MS = 5_000;
const RECONNECT_MS = 2_000;
/** Far above what any history needs. */
const MOST_STEPS = 20_000;

export interface Played {
  readonly violation: Violation | undefined;
  /** What happened, in order; empty unless it was asked for. */
  readonly story: readonly string[];
  /** How many checks, incidents and deliveries there were: a history in which nothing happens proves nothing. */
  readonly counts: { readonly outages: number; readonly incidents: number; readonly events: number };
}

/** Plays a script to its end, with the given rules. The same script and rules always give the same history. */
export function play(script: Script, deciders: Deciders = realDeciders, wantsStory = false): Played {
  const story: string[] = [];
  const clock = new Clock();
  const truth = new Truth(script);
  const promises = new Promises(clock, truth);
  let ids = 0;
  const stage: Stage = {
    clock,
    script,
    truth,
    random: seeded(script.seed),
    deciders,
    promises,
    newId: (prefix) => `${prefix}_${String((ids += 1)).padStart(5, '0')}`,
    note: (sentence) => {
      if (wantsStory) story.push(`${clockWords(clock.now - START)}  ${sentence()}`);
    },
  };
  const world = new World(stage);
  let violation: Violation | undefined;
  try {
    world.play();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error;
  }
  const { outages, events } = promises;
  const counts = { outages: outages.size, incidents: world.incidents.incidents.size, events: events.length };
  return { violation, story, counts };
}

/** All services, connected as in ARCHITECTURE.md. */
class World {
  readonly incidents: IncidentService;
  readonly #stage: Stage;
  readonly #monitors: MonitorService;
  readonly #workers: CheckerWorkers;
  readonly #windows: MaintenanceService;
  readonly #dispatcher: WebhookDispatcher;
  readonly #published: SimulatedEvent[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
    const publish = (event: SimulatedEvent): void => this.#publish(event);
    this.incidents = new IncidentService(stage, publish);
    this.#monitors = new MonitorService(stage, publish, this.incidents);
    this.#workers = new CheckerWorkers(stage, this.#monitors.results);
    this.#windows = new MaintenanceService(stage, publish);
    this.#dispatcher = new WebhookDispatcher(stage);
    stage.promises.workers = this.#workers;
  }

  play(): void {
    const { clock, script, promises } = this.#stage;
    for (const line of script.lines) {
      clock.at(START + line.at, () => {
        this.#stage.note(() => lineInWords(line));
        this.#happen(line);
      });
    }
    this.#monitors.start(this.#workers);
    const stoppedAt = START + healedAt(script);
    const isCalm = clock.run(stoppedAt, MOST_STEPS);
    this.#monitors.stopScheduling();
    if (!isCalm || !clock.run(Infinity, MOST_STEPS)) promises.break('everything comes to rest', 'Too much happens');
    const { incidents } = this;
    checkAtRest({ promises, monitors: this.#monitors, incidents, dispatcher: this.#dispatcher, stoppedAt });
  }

  #happen(line: Line): void {
    switch (line.kind) {
      case 'ping':
        return this.#with(line.monitor, (row) => this.#monitors.cron.ping(row, line.says));
      case 'user':
        return this.#with(line.monitor, (row) => this.#monitors.act(row, line.does));
      case 'window':
        return this.#with(line.monitor, (row) => this.#windows.create(line, row.id));
      case 'power-loss':
        return this.#losePower();
      case 'worker-crash':
        return this.#workers.all[line.worker]?.crash();
      // The truth knows them, or those who look them up.
      case 'target':
      case 'receiver':
      case 'contact':
      case 'offline':
      case 'disconnect':
      case 'skew':
      case 'crash':
      case 'late':
      case 'twice':
      case 'unacknowledged':
      case 'lost':
      case 'deaf':
    }
  }

  #with(monitor: number, act: (row: MonitorRow) => void): void {
    const id = this.#stage.script.monitors[monitor]?.id;
    const row = id === undefined ? undefined : this.#monitors.rows.get(id);
    if (row !== undefined) act(row);
  }

  #publish(event: SimulatedEvent): void {
    this.#published.push(event);
    this.incidents.events.publish(event.id, event);
    this.#dispatcher.events.publish(event.id, event);
  }

  /** The outbox sends again what NATS forgot, and the schedule doubts its jobs (libs/messaging/src/streams/forgotten.ts). */
  #losePower(): void {
    const { clock } = this.#stage;
    const streams = [this.#workers.jobs, this.#monitors.results, this.incidents.events, this.#dispatcher.events];
    for (const stream of streams) stream.losePower();
    const forgotten = this.#published.filter(({ at }) => clock.now - at < 2 * FORGOTTEN_MS);
    clock.after(RECONNECT_MS, () => {
      for (const event of forgotten) {
        this.incidents.events.publish(event.id, event);
        this.#dispatcher.events.publish(event.id, event);
      }
      this.#monitors.doubtJobs();
    });
  }
}

/** When all faults are over and the services had time to recover, counted from the start. */
function healedAt({ lines }: Script): number {
  // Receivers and contacts may stay unwilling for longer: no check waits for them.
  const ends = lines.filter(({ kind }) => kind !== 'receiver' && kind !== 'contact').map(endOf);
  const hasLostPower = lines.some(({ kind }) => kind === 'power-loss');
  return Math.max(0, ...ends) + (hasLostPower ? HEAL_AFTER_POWER_LOSS_MS : HEAL_MS);
}
