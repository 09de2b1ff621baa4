import { computed, signal } from '@preact/signals';
import type { Session } from '@vedette/sdk';
import { actIn, api, type Failure, whenUnauthorized } from '../api/client.ts';
import { attempt } from './attempt.ts';
import { whenFailed, whenRefused, type SessionState } from './session-state.ts';

export const sessionState = signal<SessionState>({ kind: 'unknown' });

/** The session while there is one, also while its person has to sign in again. */
export const session = computed<Session | undefined>(() => {
  const state = sessionState.value;
  return state.kind === 'person' || state.kind === 'ended' ? state.session : undefined;
});

/** The organization in the address; undefined where the address has none. */
export const organizationId = signal<string | undefined>(undefined);

export const membership = computed(() =>
  session.value?.memberships.find((each) => each.organizationId === organizationId.value),
);

export type Role = Session['memberships'][number]['role'];

const RANKS: Readonly<Record<Role, number>> = { VIEWER: 0, MEMBER: 1, ADMIN: 2, OWNER: 3 };

/** What a role does not allow is not offered; the server refuses it anyway. */
export function may(least: Role): boolean {
  const role = membership.value?.role;
  return role !== undefined && RANKS[role] >= RANKS[least];
}

whenUnauthorized(() => {
  sessionState.value = whenRefused(sessionState.peek());
});

export function enterOrganization(id: string | undefined): void {
  actIn(id);
  organizationId.value = id;
}

/** Returns why it failed; undefined if it did not. */
export async function loadSession(): Promise<Failure | undefined> {
  const failure = await attempt(async () => {
    // Asked without an organization: if the person has left the one in the address, the answer would be 404.
    const found = await api().session.get();
    sessionState.value = { kind: 'person', session: found };
  });
  if (failure !== undefined && failure.code !== 'unauthorized') {
    sessionState.value = whenFailed(sessionState.peek(), failure);
  }
  return failure;
}

/** `replace`: the present session may be ended. */
export async function redeem(token: string, replace: boolean): Promise<void> {
  sessionState.value = {
    kind: 'person',
    session: await api().signIn.redeemLink({ token, replace }, { retries: 0 }),
  };
}

/** Whoever is signed in joins; a link that was mailed also signs in somebody who is not. */
export async function acceptInvitation(token: string): Promise<void> {
  sessionState.value = { kind: 'person', session: await api().invitations.accept({ token }) };
}

export async function signOut(everywhere: boolean): Promise<void> {
  await (everywhere ? api().sessions.endAll() : api().session.end());
  sessionState.value = { kind: 'nobody' };
}
