import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { internal, type Credential, type CredentialQuery, type KeyUse } from '@vedette/contract';
import { Answers } from '@vedette/messaging';
import { CredentialService } from './credential.service.ts';

@Controller()
export class CredentialController {
  constructor(private readonly credentials: CredentialService) {}

  @Answers(internal.findCredentials)
  async find(
    @Payload() { hashes, isWatching = false }: CredentialQuery,
  ): Promise<{ credentials: (Credential | null)[] }> {
    return { credentials: await this.credentials.find(hashes, !isWatching) };
  }

  @Answers(internal.noteKeyUses)
  async noteUses(@Payload() { uses }: { uses: KeyUse[] }): Promise<null> {
    await this.credentials.noteUses(uses);
    return null;
  }
}
