import { eventDefinitions, parseTimestamp, type PublicEvent } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { startSuite as start, type Suite as ServiceSuite } from '@vedette/test-kit/suite';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { randomBytes } from 'node:crypto';
import { AppModule } from '../../src/app.module.ts';
import type { IncidentConfig } from '../../src/config.ts';
import { Organization } from './organization.ts';

export interface SuiteOptions {
  readonly replicas?: number;
  readonly withoutSmtp?: boolean;
  readonly forbidPrivateTargets?: boolean;
  /** Where vendors are; by default nowhere. */
  readonly vendorUrl?: string;
}

/** With a mail server and a chat server that the service may send to. */
export interface Suite extends ServiceSuite<IncidentConfig, Organization> {
  readonly smtp: SmtpReceiver;
  readonly chat: ChatReceiver;
  readonly chatUrl: string;
  /** All published events about the incident, validated against the contract. */
  eventsAbout(organization: Organization, incidentId: string): Promise<PublicEvent[]>;
  /** Waits for `count` of these events. */
  waitForEvents(organization: Organization, incidentId: string, count: number): Promise<PublicEvent[]>;
}

export async function startSuite(options: SuiteOptions = {}): Promise<Suite> {
  const [smtp, chat] = [new SmtpReceiver(), new ChatReceiver()];
  const [smtpUrl, chatUrl] = await Promise.all([smtp.listen(), chat.listen()]);
  const suite = await start<IncidentConfig, Organization>({
    service: 'incident',
    module: AppModule,
    organization: Organization,
    replicas: options.replicas ?? 1,
    config: {
      secretKey: randomBytes(32),
      previousSecretKey: null,
      consolePublicUrl: 'https://console.vedette.test',
      smtpUrl: options.withoutSmtp === true ? null : smtpUrl,
      telegramUrl: `${options.vendorUrl ?? chatUrl}/telegram`,
      pagerDutyUrl: `${options.vendorUrl ?? chatUrl}/pagerduty`,
      smtpFrom: 'Vedette <alerts@vedette.test>',
      webhookAllowPrivateTargets: options.forbidPrivateTargets !== true,
    },
  });
  const eventsAbout: Suite['eventsAbout'] = async (organization, incidentId) => {
    const events = (await suite.eventsOf(organization)).map(({ event }) => event);
    return events.filter(({ data }) => 'incident' in data && data.incident.id === incidentId).map(checked);
  };
  return {
    ...suite,
    smtp,
    chat,
    chatUrl,
    eventsAbout,
    waitForEvents: (organization, incidentId, count) =>
      waitFor(`${count} events about ${incidentId}`, async () => {
        const events = await eventsAbout(organization, incidentId);
        return events.length >= count ? events : undefined;
      }),
    stop: async () => {
      await suite.stop();
      await Promise.all([smtp.close(), chat.close()]);
    },
  };
}

const ajv = new Ajv2020({ strict: false });
ajv.addFormat('date-time', (text: string) => parseTimestamp(text) !== undefined);
const schemas = new Map(eventDefinitions.map(({ type, schema }) => [type, schema]));

function checked(event: PublicEvent): PublicEvent {
  const schema = schemas.get(event.type);
  // Ajv keeps what it compiles. Most of the schemas are never used here, and all of them take half a second.
  const validate = schema && ajv.compile(schema);
  if (validate?.(event) !== true) {
    throw new Error(`${event.type} is not what the contract says: ${JSON.stringify(validate?.errors)}`);
  }
  return event;
}
