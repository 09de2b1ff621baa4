import { Worker } from 'node:worker_threads';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Host } from '@vedette/service-host';
import type { Counter } from '@vedette/telemetry';
import type { MonitorConfig } from '../config.ts';
import type { ListenerMessage, ListenerOptions } from './listener-messages.ts';
import { PingIntake } from '../heartbeats/ping-intake.ts';

const RESTART_AFTER_MS = 500;

/** The thread runs the TypeScript source if this file does (in tests), and the build otherwise. */
const THREAD = new URL(`./listener.thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** Keeps the ping listener running in its own thread. */
@Injectable()
export class HeartbeatListener {
  readonly #options: ListenerOptions;
  readonly #pings: Counter<'fate'>;
  #thread: Worker | undefined;
  #port: number | undefined;

  constructor(
    private readonly host: Host,
    private readonly intake: PingIntake,
    @Inject(CONFIG) config: MonitorConfig,
  ) {
    this.#options = {
      place: { host: config.listenHost, port: config.heartbeatPort },
      basePath: basePathOf(config.heartbeatPublicUrl),
      databaseUrl: config.databaseUrl,
    };
    this.#pings = host.metrics.counter('heartbeat_pings_total', 'Pings of cron jobs, by what became of them', ['fate']);
    host.internalServer.addCheck({
      name: 'heartbeats',
      check: async () => (this.#port === undefined ? 'not listening' : null),
    });
    host.lifecycle.loop('the heartbeat listener', RESTART_AFTER_MS, () => this.#run(), 'entrances');
    host.lifecycle.add('entrances', { stop: () => this.#thread?.postMessage('end') });
  }

  /** The port on which the listener listens; undefined while it does not. */
  get port(): number | undefined {
    return this.#port;
  }

  /** Returns or throws when the thread has ended. */
  async #run(): Promise<void> {
    const thread = new Worker(THREAD, { workerData: this.#options });
    this.#thread = thread;
    thread.on('message', (message: ListenerMessage) => this.#hear(message));
    try {
      await new Promise<void>((resolve, reject) => {
        thread.once('error', reject);
        thread.once('exit', () => resolve());
      });
    } finally {
      this.#port = undefined;
    }
  }

  #hear(message: ListenerMessage): void {
    switch (message.kind) {
      case 'listening':
        this.#port = message.port;
        return this.host.logger.info({ port: message.port }, 'listening for pings');
      case 'pings':
        for (const [fate, count] of Object.entries(message.pings)) this.#pings.inc({ fate }, count);
        if (message.pings.stored > 0) this.intake.wake();
        return;
      case 'warning':
        return this.host.logger.warn({ reason: message.reason }, message.text);
    }
  }
}

/** The path of the URL; empty if it is only a slash. */
function basePathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' ? '' : pathname;
}
