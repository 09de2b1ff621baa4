import { useSignal } from '@preact/signals';
import type { Key, KeyWithSecret } from '@vedette/sdk';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { useResource, type Resource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { date, dateAndTime, now } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Screen } from '../parts/screen.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { Time } from '../parts/time.tsx';
import { organizationWords } from '../words/organization.ts';
import { words } from '../words/words.ts';
import { AdminsOnly } from './admins-only.tsx';
import { NewKey } from './new-key.tsx';
import { keyList } from './organization-data.ts';

type Step = { readonly kind: 'new' } | { readonly kind: 'replace' | 'revoke'; readonly key: Key };

export function KeysScreen() {
  return may('ADMIN') ? <Keys /> : <AdminsOnly title={organizationWords().keys.title} />;
}

function Keys() {
  const { keys: texts } = organizationWords();
  const list = useResource(keyList());
  const step = useSignal<Step | undefined>(undefined);
  const shown = useSignal<KeyWithSecret | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const close = (): void => void (step.value = undefined);
  const show = (key: KeyWithSecret): void => {
    close();
    shown.value = key;
    void list.refresh();
  };
  const keys = list.value.value;
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'keys.list' }}
      actions={
        <Button kind="primary" onClick={() => void (step.value = { kind: 'new' })}>
          {texts.new}
        </Button>
      }
    >
      <p class="lead below-head">{texts.lead}</p>
      {list.failure.value !== undefined && (
        <FailureNotice failure={list.failure.value} onRetry={() => list.refresh()} />
      )}
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      {keys !== undefined && keys.length === 0 && <Nothing>{texts.none}</Nothing>}
      {keys !== undefined && keys.length > 0 && (
        <section class="card">
          <KeyTable keys={keys} list={list} failure={failure} onStep={(next) => void (step.value = next)} />
        </section>
      )}
      {step.value?.kind === 'new' && <NewKey onCreated={show} onClose={close} />}
      {step.value?.kind === 'replace' && (
        <Replace key={step.value.key.id} old={step.value.key} onDone={show} onClose={close} />
      )}
      {step.value?.kind === 'revoke' && (
        <Revoke key={step.value.key.id} old={step.value.key} list={list} onClose={close} />
      )}
      {shown.value !== undefined && (
        <SecretDialog
          secret={shown.value.secret}
          text={texts.secretText}
          onClose={() => void (shown.value = undefined)}
        />
      )}
    </Screen>
  );
}

interface TableProps {
  readonly keys: readonly Key[];
  readonly list: Resource<Key[]>;
  readonly failure: { value: Failure | undefined };
  readonly onStep: (step: Step) => void;
}

function KeyTable({ keys, list, failure, onStep }: TableProps) {
  const { keys: texts } = organizationWords();
  const { common } = words();
  const enable = async (key: Key): Promise<void> => {
    failure.value = await attempt(async () => {
      await api().keys.update(key.id, { enabled: !key.enabled });
      await list.refresh();
    });
  };
  return (
    <table class="stacked" aria-label={texts.title}>
      <thead>
        <tr>
          <th>{texts.name}</th>
          <th>{texts.access}</th>
          <th>{texts.used}</th>
          <th>{texts.expires}</th>
          <th class="number">{texts.actions}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <td>
              <span class="name" dir="auto">
                {key.name}
              </span>
              <code class="target">{`${key.prefix}…${key.lastFour}`}</code>
              <KeyState sealed={key} />
            </td>
            <td>{texts.accesses[key.access]}</td>
            <td class="soft" data-label={texts.used}>
              {key.lastUsedAt === null ? common.never : <Time at={key.lastUsedAt} format={dateAndTime} />}
            </td>
            <td class="soft" data-label={texts.expires}>
              {key.expiresAt === null ? common.never : <Time at={key.expiresAt} format={date} />}
            </td>
            <td class="row-actions">
              <Button onClick={() => enable(key)}>{key.enabled ? texts.disable : texts.enable}</Button>
              {key.enabled && <Button onClick={() => onStep({ kind: 'replace', key })}>{texts.replace}</Button>}
              <Button onClick={() => onStep({ kind: 'revoke', key })}>{texts.revoke}</Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Only what keeps the key from working. */
function KeyState({ sealed: { enabled, expiresAt } }: { readonly sealed: Key }) {
  const { keys: texts } = organizationWords();
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now.value;
  if (enabled && !isExpired) return null;
  return <span class="target">{enabled ? texts.expired : texts.disabled}</span>;
}

interface ReplaceProps {
  readonly old: Key;
  readonly onDone: (key: KeyWithSecret) => void;
  readonly onClose: () => void;
}

function Replace({ old, onDone, onClose }: ReplaceProps) {
  const { keys: texts } = organizationWords();
  return (
    <ConfirmDialog
      title={texts.replaceTitle(old.name)}
      text={texts.replaceText}
      action={texts.replace}
      onConfirm={async () => onDone(await api().keys.replace(old.id, {}))}
      onClose={onClose}
    />
  );
}

interface RevokeProps {
  readonly old: Key;
  readonly list: Resource<Key[]>;
  readonly onClose: () => void;
}

function Revoke({ old, list, onClose }: RevokeProps) {
  const { keys: texts } = organizationWords();
  const revoke = async (): Promise<void> => {
    await api().keys.delete(old.id);
    onClose();
    await list.refresh();
  };
  return (
    <ConfirmDialog
      title={texts.revokeTitle(old.name)}
      text={texts.revokeText}
      action={texts.revoke}
      onConfirm={revoke}
      onClose={onClose}
    />
  );
}
