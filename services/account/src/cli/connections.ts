import type { Actor, CredentialChange, InternalRequest } from '@vedette/contract';
import type { Connection, Sql } from '@vedette/database';
import { sqlOf } from '@vedette/database/sql';
import type { Mutations } from '@vedette/messaging';
import type { Pool } from 'pg';
import type { HeardAnswer } from '../diagnosis/doctor-findings.ts';
import type { CliConfig, RequestConfig } from './config.ts';
import type { Asked, ServiceRequests } from './service-requests.ts';

/** The connections that commands use. Each is loaded and opened on first use. */
export class Connections {
  readonly #readConfig: () => CliConfig;
  readonly #readRequestConfig: () => RequestConfig;
  #pool: Pool | undefined;
  #requests: Promise<ServiceRequests> | undefined;

  constructor(readConfig: () => CliConfig, readRequestConfig: () => RequestConfig) {
    this.#readConfig = readConfig;
    this.#readRequestConfig = readRequestConfig;
  }

  async database(): Promise<Pool> {
    if (this.#pool === undefined) {
      const { databaseUrl } = this.#readConfig();
      const { createPool } = await import('@vedette/database');
      // The failure of an idle connection is ignored, because the next statement reports it.
      this.#pool = createPool({ url: databaseUrl, service: 'cli', maxConnections: 1, onError: () => undefined });
    }
    return this.#pool;
  }

  async sql(): Promise<Sql> {
    return sqlOf(await this.database());
  }

  /** For changes of several rows. The service need not run. */
  async mutations(): Promise<Mutations<Connection>> {
    const { operatorMutations } = await import('@vedette/messaging/operator-mutations');
    return operatorMutations(await this.database(), 'account');
  }

  /** Sends a request to the service that owns the data. `actor`: whoever makes a change, for the audit log. */
  async ask<Input, Answer>(
    request: InternalRequest<Input, Answer>,
    input: Input,
    actor?: Actor,
  ): Promise<Asked<Answer>> {
    return (await this.#opened()).ask(request, input, actor);
  }

  /** Asks every process how it is; `services` are those that must answer. */
  async rollCall(services: readonly string[]): Promise<Asked<HeardAnswer[]>> {
    return (await this.#opened()).rollCall(services);
  }

  async streamExists(name: string): Promise<boolean> {
    return (await this.#opened()).streamExists(name);
  }

  /** Tells the gateways that a key has changed. Without NATS they notice by themselves, within a second. */
  async announce(change: CredentialChange): Promise<void> {
    try {
      await (await this.#opened()).announce(change);
    } catch {
      // The change is committed, and that is what the command was for.
    }
  }

  async close(): Promise<void> {
    await this.#pool?.end();
    await (await this.#requests?.catch(() => undefined))?.close();
  }

  #opened(): Promise<ServiceRequests> {
    return (this.#requests ??= this.#openRequests());
  }

  async #openRequests(): Promise<ServiceRequests> {
    const { natsUrl, natsCaFile } = this.#readRequestConfig();
    const { ServiceRequests: Requests } = await import('./service-requests.ts');
    return new Requests(natsUrl, natsCaFile);
  }
}
