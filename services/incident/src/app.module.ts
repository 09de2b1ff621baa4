import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { CONTACT_TYPES } from '@vedette/contract';
import { MailTransport } from '@vedette/mail';
import { createOutbound, Outbound } from '@vedette/outbound';
import { Resealing, SealedColumn, SecretBox } from '@vedette/sealing';
import {
  CONFIG,
  erasureController,
  Host,
  OrganizationData,
  parkedController,
  ServiceDatabase,
} from '@vedette/service-host';
import { AcknowledgementController } from './outages/acknowledgement.controller.ts';
import { AcknowledgementRepository } from './outages/acknowledgement.repository.ts';
import { AcknowledgementService } from './outages/acknowledgement.service.ts';
import { MonitorAlertingController } from './alerts/monitor-alerting.controller.ts';
import { MonitorAlertingService } from './alerts/monitor-alerting.service.ts';
import type { AlertChannel } from './channels/alert-channel.ts';
import { AlertOutcomeRepository } from './jobs/alert-outcome.repository.ts';
import { AlertStormRepository } from './jobs/alert-storm.repository.ts';
import { AlertJobRepository } from './jobs/alert-job.repository.ts';
import { AlertLeases } from './jobs/alert-leases.ts';
import { AlertSender, CHANNELS } from './alerts/alert-sender.ts';
import { AlertRepository } from './alerts/alert.repository.ts';
import { AlertDecisions, AlertDelivery } from './alerts/alert-story.ts';
import { AlertGathering } from './alerts/alert-gathering.ts';
import { AlertOutcomes } from './alerts/alert-outcomes.ts';
import { AlertWriter } from './alerts/alert-writer.ts';
import { OutageSituations } from './alerts/outage-situation.ts';
import { ParentWaitService } from './alerts/parent-wait.service.ts';
import { EmailChannel, NoEmailChannel } from './channels/email-channel.ts';
import { AlertController } from './alerts/alert.controller.ts';
import { AlertLogRepository } from './alerts/alert-log.repository.ts';
import { AlertLogService } from './alerts/alert-log.service.ts';
import { DueDecisionRepository } from './alerts/due-decision.repository.ts';
import { DUE_SOURCES, DueDecisions, type DueSource } from './alerts/due-decisions.ts';
import { ExpiryWatch } from './alerts/expiry-watch.ts';
import { ParentChecks } from './alerts/parent-checks.ts';
import { ParentWaitRepository } from './alerts/parent-wait.repository.ts';
import { NewsRepository } from './alerts/news.repository.ts';
import { RecipientRepository } from './alerts/recipient.repository.ts';
import { SubjectRepository } from './alerts/subject.repository.ts';
import { SubjectService } from './alerts/subject.service.ts';
import { HttpChannel } from './channels/http-channel.ts';
import { VENDORS } from './channels/vendors.ts';
import type { IncidentConfig } from './config.ts';
import { ConfirmationSender } from './contacts/confirmation-sender.ts';
import { ConfirmationRepository } from './contacts/confirmation.repository.ts';
import { ConfirmationService } from './contacts/confirmation.service.ts';
import { ContactAddresses } from './incidents/contact-addresses.ts';
import { ContactCheck } from './contacts/contact-check.ts';
import { ContactTestService, TEST_CHANNELS } from './contacts/contact-test.service.ts';
import { ContactController } from './contacts/contact.controller.ts';
import { ContactOutcomeRepository } from './contacts/contact-outcome.repository.ts';
import { ContactRepository } from './contacts/contact.repository.ts';
import { ContactService } from './contacts/contact.service.ts';
import { OperatorContactController } from './contacts/operator-contact.controller.ts';
import { OperatorContactService } from './contacts/operator-contact.service.ts';
import { EventConsumers } from './outages/event-consumers.ts';
import { IncidentEraser } from './outages/incident-eraser.ts';
import { IncidentController } from './incidents/incident.controller.ts';
import { IncidentRepository } from './incidents/incident.repository.ts';
import { IncidentService } from './incidents/incident.service.ts';
import { MaintenanceController } from './alerts/maintenance.controller.ts';
import { MaintenanceRepository } from './alerts/maintenance.repository.ts';
import { MaintenanceService } from './alerts/maintenance.service.ts';
import { MonitorChangeRepository } from './incidents/monitor-change.repository.ts';
import { AcknowledgementLinks } from './incidents/acknowledgement-links.ts';
import { MonitorAlertingRepository } from './alerts/monitor-alerting.repository.ts';
import { MonitorCopyRepository } from './incidents/monitor-copy.repository.ts';
import { MonitorDirectory } from './incidents/monitor-directory.ts';
import { IncidentMutations } from './mutations.ts';
import { RehearsalController } from './contacts/rehearsal.controller.ts';
import { RehearsalService } from './contacts/rehearsal.service.ts';
import { RehearsalRepository } from './contacts/rehearsal.repository.ts';
import { IncidentOrganizationData } from './outages/organization-data.repository.ts';
import { OutageApplication } from './outages/outage-application.ts';
import { OutageController } from './outages/outage.controller.ts';
import { OutageRepository } from './outages/outage.repository.ts';
import { OutageService } from './outages/outage.service.ts';

/** The directory of the manifest and the migrations; the path is the same from the source and from the build. */
const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));

const SECRETS = {
  table: 'incident.contact',
  column: 'sealed_secret',
  idColumn: 'id',
  contextColumn: `id || ' secret'`,
};
const ADDRESSES = { table: 'incident.contact', column: 'sealed', idColumn: 'id', contextColumn: 'id' };

/** For the second column that holds secrets. */
export class TokenResealing extends Resealing {}

@Module({
  controllers: [
    IncidentController,
    OutageController,
    MaintenanceController,
    AcknowledgementController,
    ContactController,
    MonitorAlertingController,
    AlertController,
    RehearsalController,
    OperatorContactController,
    erasureController('incident'),
    parkedController('incident'),
  ],
  providers: [
    { provide: OrganizationData, useClass: IncidentOrganizationData },
    IncidentService,
    IncidentRepository,
    AcknowledgementService,
    AcknowledgementRepository,
    AcknowledgementLinks,
    IncidentEraser,
    MonitorDirectory,
    MonitorCopyRepository,
    MonitorChangeRepository,
    MonitorAlertingRepository,
    MonitorAlertingService,
    OutageService,
    OutageApplication,
    OutageRepository,
    EventConsumers,
    MaintenanceService,
    MaintenanceRepository,
    ContactService,
    OperatorContactService,
    ContactCheck,
    ContactOutcomeRepository,
    ContactRepository,
    ContactAddresses,
    ConfirmationService,
    ContactTestService,
    ConfirmationRepository,
    ConfirmationSender,
    AlertDecisions,
    OutageSituations,
    AlertRepository,
    AlertJobRepository,
    AlertLeases,
    AlertDelivery,
    AlertGathering,
    AlertWriter,
    AlertOutcomes,
    AlertOutcomeRepository,
    AlertStormRepository,
    AlertSender,
    DueDecisionRepository,
    DueDecisions,
    {
      provide: DUE_SOURCES,
      inject: [ParentWaitService, AlertDecisions, SubjectService],
      useFactory: (...sources: DueSource[]) => sources,
    },
    ParentChecks,
    ParentWaitService,
    ParentWaitRepository,
    RecipientRepository,
    SubjectService,
    SubjectRepository,
    ExpiryWatch,
    NewsRepository,
    AlertLogService,
    AlertLogRepository,
    RehearsalService,
    RehearsalRepository,
    {
      provide: Outbound,
      inject: [CONFIG],
      useFactory: (config: IncidentConfig) => createOutbound({ allowPrivate: config.webhookAllowPrivateTargets }),
    },
    {
      provide: CHANNELS,
      inject: [Host, CONFIG, Outbound],
      useFactory: ({ logger }: Host, config: IncidentConfig, outbound: Outbound): AlertChannel[] => {
        if (config.smtpUrl === null)
          logger.info('SMTP_URL is not set: alerts to mail contacts cannot be sent, and timelines say so');
        return channelsOf(config, outbound);
      },
    },
    {
      provide: TEST_CHANNELS,
      inject: [Host, CONFIG, Outbound],
      useFactory: ({ lifecycle }: Host, config: IncidentConfig, outbound: Outbound): AlertChannel[] => {
        const channels = channelsOf(config, outbound);
        const stop = (): void => {
          for (const channel of channels) channel.close();
        };
        lifecycle.add('clients', { stop });
        return channels;
      },
    },
    {
      provide: ServiceDatabase,
      inject: [Host, CONFIG],
      // An outage of many monitors fills tables that may have been empty until then.
      useFactory: (host: Host, config: IncidentConfig) =>
        new ServiceDatabase(host, config, SERVICE_DIRECTORY, { avoidsScans: true }),
    },
    {
      provide: IncidentMutations,
      inject: [ServiceDatabase],
      useFactory: ({ preparedMutations }: ServiceDatabase) => preparedMutations,
    },
    {
      provide: SecretBox,
      inject: [CONFIG],
      useFactory: (config: IncidentConfig) => new SecretBox(config.secretKey, config.previousSecretKey),
    },
    {
      provide: Resealing,
      inject: [Host, SecretBox, ServiceDatabase],
      useFactory: (host: Host, box: SecretBox, { pool }: ServiceDatabase) =>
        new Resealing({ host, box, column: new SealedColumn(pool, ADDRESSES), secrets: 'contact secrets' }),
    },
    {
      provide: TokenResealing,
      inject: [Host, SecretBox, ServiceDatabase],
      useFactory: (host: Host, box: SecretBox, { pool }: ServiceDatabase) =>
        new TokenResealing({ host, box, column: new SealedColumn(pool, SECRETS), secrets: 'contact tokens' }),
    },
  ],
})
export class AppModule {}

/** One channel of each type. */
function channelsOf(config: IncidentConfig, outbound: Outbound): AlertChannel[] {
  return [emailChannel(config), ...httpChannels(config, outbound)];
}

function emailChannel({ smtpUrl, smtpFrom }: IncidentConfig): AlertChannel {
  if (smtpUrl === null || smtpFrom === null) return new NoEmailChannel();
  return new EmailChannel(new MailTransport({ url: smtpUrl, from: smtpFrom }));
}

function httpChannels({ telegramUrl, pagerDutyUrl }: IncidentConfig, outbound: Outbound): AlertChannel[] {
  const urls = { telegram: telegramUrl, pagerDuty: pagerDutyUrl };
  const types = CONTACT_TYPES.filter((type) => type !== 'EMAIL');
  return types.map((type) => new HttpChannel(type, VENDORS[type], urls, outbound));
}
