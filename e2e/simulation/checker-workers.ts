import type { CheckLane, CheckOutcome, CheckTarget, Places } from '@vedette/contract';
import { CheckerWorker } from './checker-worker.ts';
import { Requests, Stream, type Delivery } from './network.ts';
import type { Result } from '@vedette/monitor/check-outcome';
import type { Job } from './monitor-service.ts';
import type { Stage } from './stage.ts';

const JOB_ACK_WAIT_MS = 15_000;
const LOOK_AGAIN_MS = 100;

/** The workers, and the queue from which they pull jobs. */
export class CheckerWorkers {
  readonly jobs: Stream<Job>;
  readonly all: readonly CheckerWorker[];
  readonly #stage: Stage;
  readonly #waiting: Delivery<Job>[] = [];
  readonly #results: Stream<Result>;

  constructor(stage: Stage, results: Stream<Result>) {
    const { clock, script } = stage;
    this.#stage = stage;
    this.#results = results;
    const asking = new Requests(clock, script, 'confirmations');
    const all: CheckerWorker[] = [];
    for (let i = 0; i < script.workers; i += 1) all.push(new CheckerWorker(stage, i, all, asking));
    this.all = all;
    this.jobs = new Stream({
      clock,
      script,
      channel: 'jobs',
      ackWaitMs: JOB_ACK_WAIT_MS,
      take: (delivery) => this.#offer(delivery),
    });
  }

  placesOf(lane: CheckLane): Places[] {
    return this.all.filter((worker) => worker.isReachable).map((worker) => worker.placesOf(lane));
  }

  /** Jobs that were handed out and that no worker has taken yet. */
  pending(lane: CheckLane): number {
    return this.#waiting.filter(({ message }) => message.lane === lane).length;
  }

  /** A check by hand goes to any worker that listens. */
  runNow(monitor: number, target: CheckTarget, whenDone: (outcome: CheckOutcome) => void): void {
    const reachable = this.all.filter((worker) => worker.isReachable);
    const worker = reachable[Math.floor(this.#stage.random() * reachable.length)];
    worker?.run(monitor, target, 'FAST', whenDone);
  }

  #offer(delivery: Delivery<Job>): void {
    if (this.#pull(delivery)) return;
    this.#waiting.push(delivery);
    if (this.#waiting.length === 1) this.#lookAgain();
  }

  #lookAgain(): void {
    this.#stage.clock.after(LOOK_AGAIN_MS, () => {
      const left = this.#waiting.splice(0).filter((delivery) => !this.#pull(delivery));
      this.#waiting.push(...left);
      if (left.length > 0) this.#lookAgain();
    });
  }

  /** A worker pulls when it has places and trusts its network (jobs/job-consumer.ts). */
  #pull(delivery: Delivery<Job>): boolean {
    const { newId, random } = this.#stage;
    const { message: job } = delivery;
    const willing = this.all.filter((worker) => worker.isReachable && worker.wanted(job.lane) > 0);
    const worker = willing[Math.floor(random() * willing.length)];
    if (worker === undefined) return false;
    const release = worker.hold(() => delivery.keep());
    worker.run(job.monitor, job.target, job.lane, (outcome) => {
      const result = { monitorId: job.monitorId, epoch: job.epoch, slotAt: job.slotAt, outcome, isScheduled: true };
      worker.publish(() => {
        release();
        this.#results.publish(newId('result'), result);
        delivery.ack();
      });
    });
    return true;
  }
}
