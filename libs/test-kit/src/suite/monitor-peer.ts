import { jetstream } from '@nats-io/jetstream';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { natsAddress } from '@vedette/messaging/nats-address';
import {
  eventSubject,
  internal,
  newId,
  type EventType,
  type MonitorDescription,
  type MonitorState,
  type UptimeAnswer,
  type UptimeDay,
  type UptimeQuery,
} from '@vedette/contract';

interface PeerMonitor extends MonitorDescription {
  readonly organizationId: string;
}

interface DescribeQuery {
  readonly organizationId: string;
  readonly monitorIds: string[];
}

/** A stand-in for the monitor service: answers requests of the status-page service over NATS, and sends events. */
export class MonitorPeer {
  readonly #connection: NatsConnection;
  readonly #monitors = new Map<string, PeerMonitor>();
  /** What was observed of a day; each monitor is up all day unless a test says otherwise. */
  readonly days = new Map<string, Partial<DaySeconds>>();
  readonly uptimeQueries: UptimeQuery[] = [];
  #sequence = 0;
  #isMute = false;

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.#answer(internal.describeMonitors.subject, (message) => this.#describe(message.json()));
    this.#answer(internal.uptime.subject, (message) => this.#uptime(message.json()));
  }

  static async start(natsUrl: string): Promise<MonitorPeer> {
    return new MonitorPeer(
      await connect({ ...natsAddress(natsUrl), maxReconnectAttempts: -1, reconnectTimeWait: 100 }),
    );
  }

  async stop(): Promise<void> {
    await this.#connection.close();
  }

  add(organizationId: string, name: string, state: MonitorState = 'UP'): string {
    const id = newId('mon');
    this.#monitors.set(id, { id, name, type: 'HTTP', state, createdAt: new Date().toISOString(), organizationId });
    return id;
  }

  /** Changes the answers without sending an event. */
  change(id: string, change: Partial<MonitorDescription>): PeerMonitor {
    const monitor = { ...this.#monitor(id), ...change };
    this.#monitors.set(id, monitor);
    return monitor;
  }

  /** Changes the answers and sends an event, as the monitor service does. */
  async move(id: string, state: MonitorState): Promise<void> {
    const type = state === 'DOWN' ? 'monitor.down' : state === 'DEGRADED' ? 'monitor.degraded' : 'monitor.up';
    await this.tell(type, this.change(id, { state }));
  }

  async rename(id: string, name: string): Promise<void> {
    await this.tell('monitor.updated', this.change(id, { name }));
  }

  /** `sequence`: that of an older event, which comes late; otherwise the event is newer than all before it. */
  async tell(type: EventType, monitor: PeerMonitor, sequence = (this.#sequence += 1)): Promise<void> {
    const { organizationId, ...described } = monitor;
    const event = { id: newId('evt'), type, timestamp: new Date().toISOString(), data: { monitor: described } };
    const payload = JSON.stringify({ organizationId, event, facts: { sequence } });
    await jetstream(this.#connection).publish(eventSubject(type), payload, { msgID: event.id });
  }

  remove(id: string): void {
    this.#monitors.delete(id);
  }

  /** While mute, it receives requests and does not answer, like a service that hangs. */
  mute(isMute: boolean): void {
    this.#isMute = isMute;
  }

  #monitor(id: string): PeerMonitor {
    const monitor = this.#monitors.get(id);
    if (monitor === undefined) throw new Error(`There is no monitor ${id}`);
    return monitor;
  }

  #answer(subject: string, answer: (message: Msg) => unknown): void {
    this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null && !this.#isMute) message.respond(JSON.stringify(answer(message)));
      },
    });
  }

  #describe(query: DescribeQuery): { monitors: MonitorDescription[] } {
    const known = query.monitorIds.flatMap((id) => this.#monitors.get(id) ?? []);
    return {
      monitors: known
        .filter(({ organizationId }) => organizationId === query.organizationId)
        .map(({ id, name, type, state, createdAt }) => ({ id, name, type, state, createdAt })),
    };
  }

  #day(id: string, date: string): DaySeconds {
    return { ...WHOLE_DAY, ...this.days.get(`${id} ${date}`) };
  }

  #uptime(query: UptimeQuery): UptimeAnswer {
    this.uptimeQueries.push(query);
    const now = new Date();
    const dates = datesUpTo(new Intl.DateTimeFormat('en-CA', { timeZone: query.timezone }).format(now), query.days);
    return {
      at: now.toISOString(),
      firstDate: dates[0] ?? '',
      monitors: query.monitors
        .filter(({ id, organizationId }) => this.#monitors.get(id)?.organizationId === organizationId)
        .map(({ id }) => {
          const days = dates.map((date) => this.#day(id, date));
          return { id, percent: percentOf(days), days: days.map(uptimeDay) };
        }),
    };
  }
}

interface DaySeconds {
  readonly upSeconds: number;
  readonly degradedSeconds: number;
  readonly downSeconds: number;
  readonly maintenanceSeconds: number;
  readonly unknownSeconds: number;
}

const WHOLE_DAY: DaySeconds = {
  upSeconds: 86_400,
  degradedSeconds: 0,
  downSeconds: 0,
  maintenanceSeconds: 0,
  unknownSeconds: 0,
};

function uptimeDay(day: DaySeconds): UptimeDay {
  const { upSeconds, degradedSeconds, downSeconds, maintenanceSeconds, unknownSeconds } = day;
  return [percentOf([day]), upSeconds, degradedSeconds, downSeconds, maintenanceSeconds, unknownSeconds];
}

function percentOf(days: readonly DaySeconds[]): number | null {
  const available = days.reduce((sum, { upSeconds, degradedSeconds }) => sum + upSeconds + degradedSeconds, 0);
  const observed = available + days.reduce((sum, { downSeconds }) => sum + downSeconds, 0);
  return observed === 0 ? null : Math.floor((available * 100_000) / observed) / 1_000;
}

function datesUpTo(last: string, count: number): string[] {
  const first = Date.parse(last) - (count - 1) * 86_400_000;
  return Array.from({ length: count }, (_, day) => new Date(first + day * 86_400_000).toISOString().slice(0, 10));
}
