import { useSignal } from '@preact/signals';
import type { Member } from '@vedette/sdk';
import { useLocation } from 'preact-iso';
import { api, type Failure } from '../api/client.ts';
import { BASE } from '../base-path.ts';
import { attempt } from '../data/attempt.ts';
import { useResource, type Resource } from '../data/resource.ts';
import { loadSession, may, session, type Role } from '../data/session.ts';
import { date } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { organizationWords } from '../words/organization.ts';
import { words } from '../words/words.ts';
import { Invite } from './invite.tsx';
import { grantableRoles } from './grantable-roles.ts';
import { LeftBehind } from './left-behind.tsx';
import { invitationList, memberList } from './organization-data.ts';

export function PeopleScreen() {
  const { people: texts } = organizationWords();
  const list = useResource(memberList());
  const isInviting = useSignal(false);
  const failure = useSignal<Failure | undefined>(undefined);
  const people = list.value.value;
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'members.list' }}
      actions={
        may('ADMIN') && (
          <Button kind="primary" onClick={() => void (isInviting.value = true)}>
            {texts.invite}
          </Button>
        )
      }
    >
      {list.failure.value !== undefined && (
        <FailureNotice failure={list.failure.value} onRetry={() => list.refresh()} />
      )}
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      {people !== undefined && (
        <section class="card">
          <table class="stacked" aria-label={texts.title}>
            <thead>
              <tr>
                <th>{texts.name}</th>
                <th>{texts.role}</th>
                <th>{texts.joined}</th>
                <th class="number">{texts.actions}</th>
              </tr>
            </thead>
            <tbody>
              {people.map((member) => (
                <Row key={member.id} member={member} list={list} failure={failure} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {may('ADMIN') && <Invitations />}
      {isInviting.value && (
        <Invite
          onClose={() => {
            isInviting.value = false;
            void invitationList().refresh();
          }}
        />
      )}
    </Screen>
  );
}

interface RowProps {
  readonly member: Member;
  readonly list: Resource<Member[]>;
  readonly failure: { value: Failure | undefined };
}

function Row({ member, list, failure }: RowProps) {
  const { people: texts } = organizationWords();
  const { roles } = words();
  const isSelf = member.id === session.value?.person.id;
  const choices = grantableRoles(member.role, may('OWNER'));
  const change = async (role: Role): Promise<void> => {
    failure.value = await attempt(() => api().members.update(member.id, { role }));
    await list.refresh();
  };
  return (
    <tr>
      <td>
        <span class="name" dir="auto">
          {member.name} {isSelf && <span class="soft">{texts.you}</span>}
        </span>
        <span class="target">{member.email}</span>
      </td>
      <td>
        {may('ADMIN') && choices.length > 0 ? (
          <select
            aria-label={texts.role}
            value={member.role}
            onChange={(event) => void change(event.currentTarget.value as Role)}
          >
            {choices.map((role) => (
              <option key={role} value={role}>
                {roles[role]}
              </option>
            ))}
          </select>
        ) : (
          roles[member.role]
        )}
      </td>
      <td class="soft" data-label={texts.joined}>
        <Time at={member.createdAt} format={date} />
      </td>
      <td class="row-actions">
        {(isSelf || may(member.role === 'OWNER' ? 'OWNER' : 'ADMIN')) && (
          <Remove member={member} isSelf={isSelf} list={list} />
        )}
      </td>
    </tr>
  );
}

interface RemoveProps {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly list: Resource<Member[]>;
}

function Remove({ member, isSelf, list }: RemoveProps) {
  const { people: texts } = organizationWords();
  const { route } = useLocation();
  const isOpen = useSignal(false);
  const remove = async (): Promise<void> => {
    await api().members.remove(member.id);
    isOpen.value = false;
    if (!isSelf) return list.refresh();
    await loadSession();
    route(`${BASE}/`);
  };
  return (
    <>
      <Button onClick={() => void (isOpen.value = true)}>{isSelf ? texts.leave : texts.remove}</Button>
      {isOpen.value && (
        <ConfirmDialog
          title={isSelf ? texts.leaveTitle : texts.removeTitle(member.name)}
          text={isSelf ? texts.leaveText : texts.removeText}
          action={isSelf ? texts.leave : texts.remove}
          onConfirm={remove}
          onClose={() => void (isOpen.value = false)}
        >
          {!isSelf && <LeftBehind member={member} />}
        </ConfirmDialog>
      )}
    </>
  );
}

function Invitations() {
  const { people: texts } = organizationWords();
  const { roles } = words();
  const list = useResource(invitationList());
  const failure = useSignal<Failure | undefined>(undefined);
  const open = list.value.value ?? [];
  const withdraw = async (id: string): Promise<void> => {
    failure.value = await attempt(() => api().invitations.delete(id));
    await list.refresh();
  };
  if (open.length === 0) return null;
  return (
    <section class="card below">
      <header>
        <h2>{texts.invitations}</h2>
      </header>
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <table class="stacked" aria-label={texts.invitations}>
        <thead>
          <tr>
            <th>{texts.email}</th>
            <th>{texts.role}</th>
            <th>{texts.expires}</th>
            <th class="number">{texts.actions}</th>
          </tr>
        </thead>
        <tbody>
          {open.map(({ id, email, role, expiresAt }) => (
            <tr key={id}>
              <td>{email}</td>
              <td>{roles[role]}</td>
              <td class="soft" data-label={texts.expires}>
                <Time at={expiresAt} format={date} />
              </td>
              <td class="row-actions">
                <Button onClick={() => withdraw(id)}>{texts.withdraw}</Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
