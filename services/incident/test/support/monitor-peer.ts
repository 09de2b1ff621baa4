import type { Msg } from '@nats-io/transport-node';
import { ApiError, internal, newId, type ErrorCode, type MonitorDescription } from '@vedette/contract';
import { errorReply, readContext } from '@vedette/messaging/wire';
import { ago } from '@vedette/test-kit/facts';
import type { Suite } from './suite.ts';
import type { Organization } from './organization.ts';

/** What a check does before it is answered. It may apply facts, as the monitor service does, or never end. */
type Check = () => Promise<ErrorCode | undefined>;

/** Answers the requests of the incident service to the monitor service, over a real connection. */
export class MonitorPeer {
  /** The monitors that were checked, in this order. */
  readonly checked: string[] = [];
  readonly #askedFor = new Map<string, string | undefined>();
  readonly #monitors = new Map<string, MonitorDescription & { readonly organizationId: string }>();
  readonly #checks = new Map<string, Check>();
  readonly #hanging = Promise.withResolvers<undefined>();

  static async start(suite: Suite): Promise<MonitorPeer> {
    const { connection } = suite.service.host.link;
    if (connection === undefined) throw new Error('NATS is away');
    const peer = new MonitorPeer();
    connection.subscribe(internal.describeMonitors.subject, { callback: (_, message) => peer.#describe(message) });
    connection.subscribe(internal.checkMonitorNow.subject, { callback: (_, message) => void peer.#check(message) });
    await connection.flush();
    return peer;
  }

  newMonitor({ id: organizationId }: Organization, name = 'API'): string {
    const id = newId('mon');
    this.#monitors.set(id, { organizationId, id, name, type: 'HTTP', state: 'UP', createdAt: ago(60).toISOString() });
    return id;
  }

  /** Unless a test says otherwise, checks succeed and change nothing. */
  onCheck(id: string, check: Check): void {
    this.#checks.set(id, check);
  }

  /** Checks of the monitor go on until `answerAll`. */
  hang(id: string): void {
    this.onCheck(id, () => this.#hanging.promise);
  }

  answerAll(): void {
    this.#hanging.resolve(undefined);
  }

  checksOf(id: string): number {
    return this.checked.filter((each) => each === id).length;
  }

  /** The organization on whose behalf the monitor was checked last. */
  organizationOf(id: string): string | undefined {
    return this.#askedFor.get(id);
  }

  #describe(message: Msg): void {
    const { organizationId, monitorIds } = message.json<{ organizationId: string; monitorIds: string[] }>();
    const monitors = monitorIds.flatMap((id): MonitorDescription[] => {
      const monitor = this.#monitors.get(id);
      if (monitor?.organizationId !== organizationId) return [];
      const { name, type, state, createdAt } = monitor;
      return [{ id, name, type, state, createdAt }];
    });
    message.respond(JSON.stringify({ monitors }));
  }

  async #check(message: Msg): Promise<void> {
    const { monitorId } = message.json<{ monitorId: string }>();
    this.checked.push(monitorId);
    this.#askedFor.set(monitorId, readContext(message.headers)?.onBehalfOf);
    const code = await this.#checks.get(monitorId)?.();
    if (code === undefined) return void message.respond('null');
    const { headers, body } = errorReply(new ApiError(code, 'It could not be checked.'));
    message.respond(body, { headers });
  }
}
