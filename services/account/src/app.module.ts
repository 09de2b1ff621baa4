import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { SecretBox } from '@vedette/sealing';
import { CONFIG, Host, parkedController, ServiceDatabase } from '@vedette/service-host';
import { Acts } from './acts.ts';
import { AuditIntake } from './audit/audit-intake.ts';
import { AuditRepository } from './audit/audit.repository.ts';
import { AuditService } from './audit/audit.service.ts';
import type { AccountConfig } from './config.ts';
import { CredentialSignal } from './credential-signal.ts';
import { CredentialController } from './credential.controller.ts';
import { CredentialService } from './credential.service.ts';
import { DeletionController } from './deletion/deletion.controller.ts';
import { DeletionService } from './deletion/deletion.service.ts';
import { OrganizationDeletion } from './deletion/organization-deletion.ts';
import { OrganizationDeletionRepository } from './deletion/organization-deletion.repository.ts';
import { OrganizationEraser } from './deletion/organization-eraser.ts';
import { InvitationAcceptance } from './invitations/invitation-acceptance.ts';
import { InvitationAdmission } from './invitations/invitation-admission.ts';
import { InvitationTokens } from './invitations/invitation-tokens.ts';
import { InvitationController } from './invitations/invitation.controller.ts';
import { InvitationRepository } from './invitations/invitation.repository.ts';
import { InvitationService } from './invitations/invitation.service.ts';
import { KeyController } from './keys/key.controller.ts';
import { KeyRepository } from './keys/key.repository.ts';
import { KeyService } from './keys/key.service.ts';
import { MailSender } from './mail-sender.ts';
import { MailWriter } from './mail-writer.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { MailRepository } from './mail/mail.repository.ts';
import { AccountMutations } from './mutations.ts';
import { OrganizationController } from './organizations/organization.controller.ts';
import { OrganizationRepository } from './organizations/organization.repository.ts';
import { OrganizationService } from './organizations/organization.service.ts';
import { UsageService } from './organizations/usage.service.ts';
import { DepartureRepository } from './people/departure.repository.ts';
import { MemberChanger } from './people/member-changer.ts';
import { MemberChanges } from './people/member-changes.ts';
import { MemberController } from './people/member.controller.ts';
import { MemberRepository } from './people/member.repository.ts';
import { MemberService } from './people/member.service.ts';
import { PersonRepository } from './people/person.repository.ts';
import { PersonService } from './people/person.service.ts';
import { SessionRepository } from './sessions/session.repository.ts';
import { KnownNetworkRepository } from './sign-in/known-network.repository.ts';
import { LinkJudge } from './sign-in/link-judge.ts';
import { SessionStart } from './sign-in/session-start.ts';
import { SessionController } from './sign-in/session.controller.ts';
import { SessionService } from './sign-in/session.service.ts';
import { SignInLimits } from './sign-in/sign-in-limits.ts';
import { SignInRepository } from './sign-in/sign-in.repository.ts';
import { SignInRequestService } from './sign-in/sign-in-request.service.ts';
import { SignInService } from './sign-in/sign-in.service.ts';
import { Upkeep } from './upkeep.ts';

/** The directory of the manifest and the migrations; the path is the same from the source and from the build. */
const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));

/** Repositories that read with plain SQL; the command line makes them itself. */
const repositories = [
  AuditRepository,
  DepartureRepository,
  InvitationRepository,
  KnownNetworkRepository,
  MailRepository,
  MemberRepository,
  OrganizationDeletionRepository,
  OrganizationRepository,
  PersonRepository,
  SessionRepository,
  SignInRepository,
].map((Repository) => ({
  provide: Repository,
  inject: [ServiceDatabase],
  useFactory: ({ sql }: ServiceDatabase) => new Repository(sql),
}));

@Module({
  controllers: [
    CredentialController,
    DeletionController,
    InvitationController,
    KeyController,
    MemberController,
    OrganizationController,
    SessionController,
    parkedController('account'),
  ],
  providers: [
    Acts,
    AuditIntake,
    AuditService,
    CredentialService,
    CredentialSignal,
    DeletionService,
    InvitationAcceptance,
    InvitationAdmission,
    InvitationService,
    InvitationTokens,
    KeyService,
    LinkJudge,
    MailQueue,
    MailSender,
    MailWriter,
    MemberChanger,
    MemberService,
    OrganizationEraser,
    OrganizationService,
    PersonService,
    SessionService,
    SessionStart,
    SignInLimits,
    SignInRequestService,
    SignInService,
    Upkeep,
    UsageService,
    ...repositories,
    {
      provide: ServiceDatabase,
      inject: [Host, CONFIG],
      useFactory: (host: Host, config: AccountConfig) => new ServiceDatabase(host, config, SERVICE_DIRECTORY),
    },
    {
      provide: AccountMutations,
      inject: [ServiceDatabase],
      useFactory: ({ mutations }: ServiceDatabase) => mutations,
    },
    {
      provide: MemberChanges,
      inject: [MemberRepository, OrganizationRepository, DepartureRepository, AuditRepository, MailQueue],
      useFactory: (
        members: MemberRepository,
        organizations: OrganizationRepository,
        departures: DepartureRepository,
        audit: AuditRepository,
        mail: MailQueue,
      ) =>
        new MemberChanges({ members, organizations, departures, audit, notify: (...notice) => mail.notify(...notice) }),
    },
    {
      provide: OrganizationDeletion,
      inject: [OrganizationDeletionRepository, AuditRepository],
      useFactory: (deletions: OrganizationDeletionRepository, audit: AuditRepository) =>
        new OrganizationDeletion(deletions, audit),
    },
    {
      provide: KeyRepository,
      inject: [ServiceDatabase],
      useFactory: ({ pool }: ServiceDatabase) => new KeyRepository(pool),
    },
    {
      provide: SecretBox,
      inject: [CONFIG],
      useFactory: (config: AccountConfig) => new SecretBox(config.secretKey, config.previousSecretKey),
    },
  ],
})
export class AppModule {}
