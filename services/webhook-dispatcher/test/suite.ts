import { newId, type PublicEvent, type ResponseOf, type WebhookDeliveryDetail } from '@vedette/contract';
import type { RunningService } from '@vedette/service-host';
import { waitFor } from '@vedette/test-kit';
import { Organization as ServiceOrganization } from '@vedette/test-kit/organization';
import { startSuite as start, type StoreConfig, type Suite as ServiceSuite } from '@vedette/test-kit/suite';
import { randomBytes } from 'node:crypto';
import { AppModule } from '../src/app.module.ts';
import type { WebhookConfig } from '../src/config.ts';

export interface Suite extends ServiceSuite<WebhookConfig, Organization> {
  /** Reads and prepares rows directly. */
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export async function startSuite(change: Partial<Omit<WebhookConfig, keyof StoreConfig>> = {}): Promise<Suite> {
  const suite = await start<WebhookConfig, Organization>({
    service: 'webhook-dispatcher',
    module: AppModule,
    organization: Organization,
    config: {
      secretKey: randomBytes(32),
      previousSecretKey: null,
      allowPrivateTargets: true,
      dnsServers: [],
      endpointConcurrency: 10,
      concurrency: 500,
      ...change,
    },
  });
  return {
    ...suite,
    sql: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await suite.pool.query<Row>(text, [...values])).rows,
  };
}

export class Organization extends ServiceOrganization {
  /** The same organization, calling through another replica's connection. */
  at({ host }: RunningService): Organization {
    return new Organization(host, {}, this);
  }

  createEndpoint(url: string, eventTypes: readonly string[] = ['*']): Promise<ResponseOf<'createWebhookEndpoint'>> {
    return this.call('createWebhookEndpoint', { body: { url, eventTypes, description: null, enabled: true } });
  }

  async publish(type: PublicEvent['type'], data: object = {}, facts?: unknown): Promise<string> {
    const id = newId('evt');
    const event = { id, type, timestamp: new Date().toISOString(), data } as PublicEvent;
    await this.publishMessage({ organizationId: this.id, event, ...(facts !== undefined && { facts }) });
    return id;
  }

  /** The only delivery of an event, once it meets the test's condition. */
  deliveryOf(
    eventId: string,
    isExpected: (delivery: WebhookDeliveryDetail) => boolean,
  ): Promise<WebhookDeliveryDetail> {
    return waitFor(`the delivery of ${eventId}`, async () => {
      const { data } = await this.call('listWebhookDeliveries', { query: { limit: 100 } });
      const found = data.find((each) => each.eventId === eventId);
      if (found === undefined) return undefined;
      const detail = await this.call('getWebhookDelivery', { id: found.id });
      return isExpected(detail) ? detail : undefined;
    });
  }
}
