import type { WebhookEndpointWithSecret } from '@vedette/contract';
import type { SharedFixture, Tenant } from '../../support/fixture.ts';
import type { Secrets } from './secrets.ts';

/** An organization that gives us a secret wherever it can: its key, contacts, receivers, and what its checks send. */
export class SecretiveOrganization {
  private constructor(
    readonly tenant: Tenant,
    private readonly fixture: SharedFixture,
    private readonly secrets: Secrets,
    private readonly chatUrl: string,
  ) {}

  static async create(
    fixture: SharedFixture,
    secrets: Secrets,
    { chatUrl, receiverUrl }: { readonly chatUrl: string; readonly receiverUrl: string },
  ): Promise<SecretiveOrganization> {
    const tenant = await fixture.tenant();
    secrets.add('the key', tenant.key);
    const organization = new SecretiveOrganization(tenant, fixture, secrets, chatUrl);
    await organization.addChat();
    await organization.#add('EMAIL', `${secrets.make('the address of a mailbox')}@example.com`);
    const endpointId = await organization.createEndpoint(receiverUrl);
    const path = `/api/v1/webhook-endpoints/${endpointId}/rotate-secret`;
    const { body } = await tenant.api.post<WebhookEndpointWithSecret>(path, {});
    secrets.add('a signing secret after its rotation', body.secret.replace('whsec_', ''));
    return organization;
  }

  /** A contact that hears of monitors that are created later. */
  async addChat(): Promise<void> {
    await this.#add('SLACK', `${this.chatUrl}/${this.secrets.make('the address of a chat')}`);
  }

  async #add(type: string, to: string): Promise<void> {
    const args = ['--org', this.tenant.organizationId, '--type', type, '--to', to, '--name', type];
    await this.fixture.stack.operator.run('contact', 'add', ...args);
  }

  async createEndpoint(url: string, eventTypes = ['*']): Promise<string> {
    const endpoint = { url, eventTypes };
    const { body } = await this.tenant.api.post<WebhookEndpointWithSecret>('/api/v1/webhook-endpoints', endpoint);
    this.secrets.add('a signing secret', body.secret.replace('whsec_', ''));
    return body.id;
  }

  /** Fields of a monitor, with a secret in each part of the request that its checks send. */
  withSecrets(kind: string, fields: object): object {
    return {
      ...fields,
      method: 'POST',
      requestHeaders: {
        authorization: `Bearer ${this.secrets.make(`a token for ${kind}`)}`,
        'x-key': this.secrets.make(`a key for ${kind}`),
      },
      requestBody: this.secrets.make(`a body for ${kind}`),
    };
  }

  /** The part of a URL before its host. */
  credentials(kind: string): string {
    return `${this.secrets.make(`a user of ${kind}`)}:${this.secrets.make(`a password for ${kind}`)}@`;
  }
}
