import { Injectable } from '@nestjs/common';
import { ApiError, newId } from '@vedette/contract';
import { Reply } from '@vedette/messaging';
import type { SignedIn } from '../acting.ts';
import { Acts } from '../acts.ts';
import { AccountMutations } from '../mutations.ts';
import { PersonRepository } from '../people/person.repository.ts';
import { SessionStart, type Visit } from '../sign-in/session-start.ts';
import { InvitationAdmission } from './invitation-admission.ts';
import { acceptInvitation, type Acceptance } from './invitation-terms.ts';

type Accepted =
  { readonly kind: 'accepted'; readonly personId: string; readonly answer: object } | { readonly kind: Refused };
type Refused = Extract<Acceptance['kind'], 'invalid' | 'session-needed'>;

/** Lets invited people into an organization. Every answer shows the session, in the organization that was joined. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly admission: InvitationAdmission,
    private readonly people: PersonRepository,
    private readonly sessionStart: SessionStart,
    private readonly acts: Acts,
    private readonly mutations: AccountMutations,
  ) {}

  /** The person who is signed in joins, whatever address was invited. */
  join(by: SignedIn, token: string): Promise<Reply> {
    return this.acts.once(by, { changed: { personId: by.person.id } }, async (tx, now) => {
      const invitation = await this.admission.lock(tx, token);
      const { kind } = acceptInvitation(invitation, true, now);
      if (kind !== 'join' || invitation === undefined) throw refusal('invalid');
      const present = await this.sessionStart.present(tx, by);
      if (present === undefined) throw refusal('session-needed');
      await this.admission.admit(tx, invitation, present.person, by, now);
      return this.sessionStart.open(tx, present, invitation.organizationId, now);
    });
  }

  /** Without a session: only a token that was mailed lets anybody in, and only the person of that address. */
  async enter(visit: Visit, token: string): Promise<Reply> {
    const accepted = await this.mutations.run(async (tx): Promise<Accepted> => {
      const now = new Date();
      await this.admission.requireTry(tx, visit, now);
      const invitation = await this.admission.lock(tx, token);
      const { kind } = acceptInvitation(invitation, false, now);
      if (kind !== 'sign-in' || invitation === undefined) {
        await this.admission.noteRefusal(tx, invitation, visit, now);
        return { kind: kind === 'session-needed' ? kind : 'invalid' };
      }
      const { email, organizationId } = invitation;
      const [name = email] = email.split('@');
      const person = await this.people.add(tx, { id: newId('per', now.getTime()), email, name, createdAt: now });
      await this.admission.admit(tx, invitation, person, visit, now);
      const { shown } = await this.sessionStart.start(tx, visit, person, organizationId, now);
      return { kind: 'accepted', personId: person.id, answer: shown };
    });
    if (accepted.kind !== 'accepted') throw refusal(accepted.kind);
    this.acts.announce({ personId: accepted.personId });
    return Reply.of(accepted.answer);
  }
}

function refusal(kind: Refused): ApiError {
  return kind === 'invalid'
    ? ApiError.unauthorized('The invitation is unknown, used, withdrawn or expired.')
    : ApiError.unauthorized('This invitation was given to you as a link: sign in first, then open it again.');
}
