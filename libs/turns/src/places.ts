import { pauseAfter, shareOf } from './share.ts';
import { TurnQueue } from './turn-queue.ts';

export interface PlacesOptions {
  readonly places: number;
  /** Number of places to divide while several organizations have work. Default: no division, they only take turns. */
  readonly contendedPlaces?: number;
  /**
   * The most places that there may ever be. If given, an organization takes another one only while at least as many are
   * free as it holds, so that there is one for the next organization, however long the first one keeps its places. Work
   * of nobody, whose organization is '', may take all.
   */
  readonly mostPlaces?: number;
  /** If more wait, the newest request of the organization with the most waiting requests is refused. */
  readonly maxWaiting: number;
  /** If more of one organization wait, its newest request is refused. Default: no limit of its own. */
  readonly maxWaitingOfEach?: number;
  /** Longest wait of one request. Default: no limit. */
  readonly patienceMs?: number;
  /** What `run` rejects with when it gets no place. */
  readonly refusal?: () => Error;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Exactly one of the two methods is called, once. After `start`, the caller must release the place. */
export interface Turn {
  start(): void;
  refuse(): void;
}

interface WaitingTurn {
  readonly organizationId: string;
  readonly turn: Turn;
  patience: NodeJS.Timeout | undefined;
}

/** An organization without a request for this long gets no share of the places. Its use decays at the same rate. */
const ACTIVE_MS = 1_000;
/** Shares grow without a request that ends, too: when others no longer have work, or much work is long ago. */
const LOOK_AGAIN_MS = ACTIVE_MS / 4;

/** An organization with work. */
interface Activity {
  held: number;
  /** How long it held places recently, summed over its places; time that is a second old counts for about a third. */
  heldMs: number;
  /** The time up to which `heldMs` is counted. */
  countedAt: number;
}

/**
 * Places that organizations share. An organization that is alone may take all. When several have work, each holds at
 * most its share, so that a new request finds few before it. When all places are taken, organizations take turns.
 */
export class Places {
  readonly #options: PlacesOptions;
  readonly #now: () => number;
  readonly #queue = new TurnQueue<WaitingTurn>();
  /** Ordered by last activity: the organization whose last request came or ended longest ago is first. */
  readonly #activities = new Map<string, Activity>();
  #places: number;
  #taken = 0;
  #isLookingAgain = false;

  constructor(options: PlacesOptions) {
    this.#options = options;
    this.#places = options.places;
    this.#now = options.now ?? (() => performance.now());
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Changes the number of places. If fewer are left than are taken, nobody loses one. */
  resize(places: number): void {
    this.#places = places;
    this.#startWaiting();
  }

  take(organizationId: string, turn: Turn): void {
    const activity = this.#count(organizationId);
    if (!this.#queue.has(organizationId) && this.#mayStart(organizationId, activity)) this.#start(activity, turn);
    else this.#wait(organizationId, turn);
  }

  /** Runs work in a place when it is its turn. Rejects without running it if it is refused or the signal fires first. */
  async run<T>(organizationId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(organizationId, signal);
    try {
      return await work();
    } finally {
      this.release(organizationId);
    }
  }

  release(organizationId: string): void {
    this.#taken -= 1;
    this.#count(organizationId).held -= 1;
    this.#startWaiting();
  }

  /** How long to keep the place after a request of that length before it is released. */
  pauseAfter(organizationId: string, tookMs: number): number {
    if (this.#options.contendedPlaces === undefined || !this.#queue.has(organizationId)) return 0;
    const { heldMs } = this.#count(organizationId);
    return pauseAfter(tookMs, { active: this.#activities.size, heldMs });
  }

  #turn(organizationId: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const giveUp = (): void => reject(new Error('The wait for a place was aborted'));
      signal?.addEventListener('abort', giveUp, { once: true });
      const start = (): void => {
        signal?.removeEventListener('abort', giveUp);
        // Who has given up leaves the place to the next one.
        if (signal?.aborted === true) this.release(organizationId);
        else resolve();
      };
      const { refusal = () => new Error('Too many wait for a place') } = this.#options;
      this.take(organizationId, { start, refuse: () => reject(refusal()) });
    });
  }

  #startWaiting(): void {
    const mayStart = (organizationId: string): boolean =>
      this.#taken < this.#places && this.#mayStart(organizationId, this.#count(organizationId));
    for (let next = this.#queue.shift(mayStart); next !== undefined; next = this.#queue.shift(mayStart)) {
      clearTimeout(next.patience);
      this.#start(this.#count(next.organizationId), next.turn);
    }
    this.#lookAgain();
  }

  /** Looks later whether somebody may start who waits beside free places. */
  #lookAgain(): void {
    if (this.#isLookingAgain || this.#queue.length === 0 || this.#taken >= this.#places) return;
    this.#isLookingAgain = true;
    setTimeout(() => {
      this.#isLookingAgain = false;
      this.#startWaiting();
    }, LOOK_AGAIN_MS).unref();
  }

  #start(activity: Activity, turn: Turn): void {
    this.#taken += 1;
    activity.held += 1;
    turn.start();
  }

  #mayStart(organizationId: string, { held, heldMs }: Activity): boolean {
    const { contendedPlaces, mostPlaces = Infinity } = this.#options;
    if (this.#taken >= this.#places) return false;
    if (organizationId !== '' && held > mostPlaces - this.#taken) return false;
    if (contendedPlaces === undefined) return true;
    return held < shareOf({ active: this.#activities.size, heldMs }, { places: this.#places, contendedPlaces });
  }

  /** Updates the organization's use up to now. */
  #count(organizationId: string): Activity {
    const now = this.#now();
    const known = this.#activities.get(organizationId);
    const activity = known ?? { held: 0, heldMs: 0, countedAt: now };
    const passedMs = now - activity.countedAt;
    activity.heldMs = (activity.heldMs + activity.held * passedMs) * Math.exp(-passedMs / ACTIVE_MS);
    activity.countedAt = now;
    // One that is alone is the last one already.
    if (activity !== known || this.#activities.size > 1) {
      this.#activities.delete(organizationId);
      this.#activities.set(organizationId, activity);
    }
    for (const [id, { held, countedAt }] of this.#activities) {
      if (now - countedAt < ACTIVE_MS) break;
      if (held === 0) this.#activities.delete(id);
    }
    return activity;
  }

  #wait(organizationId: string, turn: Turn): void {
    const { maxWaiting, maxWaitingOfEach = Infinity, patienceMs } = this.#options;
    if (this.#queue.lengthOf(organizationId) >= maxWaitingOfEach) {
      turn.refuse();
      return;
    }
    const waiting: WaitingTurn = { organizationId, turn, patience: undefined };
    this.#queue.push(organizationId, waiting);
    if (patienceMs !== undefined) {
      waiting.patience = setTimeout(() => {
        this.#queue.remove(organizationId, waiting);
        turn.refuse();
      }, patienceMs);
    }
    this.#lookAgain();
    if (this.#queue.length <= maxWaiting) return;
    const dropped = this.#queue.dropOfLargest();
    clearTimeout(dropped?.patience);
    dropped?.turn.refuse();
  }
}
