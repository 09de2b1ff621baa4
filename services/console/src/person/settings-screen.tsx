import { useSignal } from '@preact/signals';
import { meFaults } from '@vedette/contract/me-fields';
import type { ErrorDetail, Me, SessionItem } from '@vedette/sdk';
import { useLocation } from 'preact-iso';
import { validate } from 'virtual:validators/updateMe';
import { api, type Failure } from '../api/client.ts';
import { BASE } from '../base-path.ts';
import { attempt } from '../data/attempt.ts';
import { chooseLocale, chooseTheme, timeZone, type Theme } from '../data/preferences.ts';
import { forgetResources, resource, useResource, type Resource } from '../data/resource.ts';
import { loadSession, signOut } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { ZoneField } from '../forms/zone-field.tsx';
import { dateAndTime } from '../format/format.ts';
import type { Locale } from '../language/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { personWords } from '../words/person.ts';
import { words } from '../words/words.ts';
import { browserName } from './browser-name.ts';

const me = (): Resource<Me> => resource('me', async () => await api().me.get());
const sessions = (): Resource<SessionItem[]> => resource('sessions', () => Array.fromAsync(api().sessions.list()));

export function SettingsScreen() {
  const texts = personWords();
  const known = useResource(me());
  return (
    <Screen title={texts.title} recipe={{ method: 'me.get' }}>
      <div class="stack">
        <Loaded from={known}>{(person) => <Person key={person.id} person={person} />}</Loaded>
        <Sessions />
      </div>
    </Screen>
  );
}

interface Draft {
  readonly name: string;
  readonly timezone: string;
  readonly locale: Locale | '';
  readonly theme: Theme;
}

interface Body {
  name: string;
  timezone: string | null;
  locale: Locale | null;
  theme: Theme;
}

function bodyOf({ name, timezone, locale, theme }: Draft): Body {
  return {
    name: name.trim(),
    timezone: timezone === '' ? null : timezone,
    locale: locale === '' ? null : locale,
    theme,
  };
}

function faultsOf(body: Body): ErrorDetail[] {
  return bodyFaults(validate, body, () => meFaults(body));
}

const THEMES: readonly Theme[] = ['SYSTEM', 'LIGHT', 'DARK'];
const LOCALES: readonly Locale[] = ['en', 'de'];

function Person({ person }: { readonly person: Me }) {
  const texts = personWords();
  const { common, shell } = words();
  const isSaved = useSignal(false);
  const form = useForm({
    initial: {
      name: person.name,
      timezone: person.timezone ?? '',
      locale: person.locale ?? '',
      theme: person.theme,
    },
    bodyOf,
    faultsOf,
    send: async (body) => {
      const saved = await api().me.update(body);
      me().set(saved);
      timeZone.value = saved.timezone ?? undefined;
      chooseTheme(saved.theme);
      if (saved.locale !== null) chooseLocale(saved.locale);
      isSaved.value = true;
      void loadSession();
    },
  });
  const { draft, fault } = form;
  const change = (fields: Partial<Draft>): void => {
    isSaved.value = false;
    form.change(fields);
  };
  return (
    <section class="narrow" aria-label={texts.person}>
      <FormFrame form={form} action={common.save}>
        <TextField label={texts.name} value={draft.name} fault={fault('name')} onChange={(name) => change({ name })} />
        <p class="field">
          <span>{texts.email}</span>
          <span class="soft">{person.email}</span>
          <span class="hint">{texts.emailHint}</span>
        </p>
        <ZoneField
          label={texts.timezone}
          none={texts.browserZone}
          value={draft.timezone}
          fault={fault('timezone')}
          onChange={(timezone) => change({ timezone })}
        />
        <ChoiceField
          label={texts.locale}
          value={draft.locale}
          choices={[
            ['', texts.browserLocale],
            ...LOCALES.map((each): [Locale, string] => [each, shell.languages[each]]),
          ]}
          onChange={(locale) => change({ locale })}
        />
        <ChoiceField
          label={texts.theme}
          value={draft.theme}
          choices={THEMES.map((each) => [each, shell.themes[each]])}
          onChange={(theme) => change({ theme })}
        />
        <p role="status" class="good-text">
          {isSaved.value && texts.saved}
        </p>
      </FormFrame>
    </section>
  );
}

function Sessions() {
  const texts = personWords();
  const { route } = useLocation();
  const list = useResource(sessions());
  const isEndingAll = useSignal(false);
  const failure = useSignal<Failure | undefined>(undefined);
  const end = async (id: string): Promise<void> => {
    failure.value = await attempt(() => api().sessions.endOne(id));
    await list.refresh();
  };
  return (
    <section class="card">
      <header>
        <h2>{texts.sessions}</h2>
        <div class="space" />
        <Button onClick={() => void (isEndingAll.value = true)}>{texts.endAll}</Button>
      </header>
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <Loaded from={list}>
        {(all) => (
          <table class="stacked" aria-label={texts.sessions}>
            <thead>
              <tr>
                <th>{texts.browser}</th>
                <th>{texts.from}</th>
                <th>{texts.signedIn}</th>
                <th>{texts.used}</th>
                <th class="number">{texts.actions}</th>
              </tr>
            </thead>
            <tbody>
              {all.map((each) => (
                <Row key={each.id} session={each} onEnd={() => end(each.id)} />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      {isEndingAll.value && (
        <ConfirmDialog
          title={texts.endAllTitle}
          text={texts.endAllText}
          action={texts.endAll}
          onConfirm={async () => {
            await signOut(true);
            forgetResources();
            route(`${BASE}/sign-in`);
          }}
          onClose={() => void (isEndingAll.value = false)}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly session: SessionItem;
  readonly onEnd: () => Promise<void>;
}

function Row({ session: { current, userAgent, address, signedInAt, lastUsedAt }, onEnd }: RowProps) {
  const texts = personWords();
  return (
    <tr>
      <td>
        <span class="name" title={userAgent ?? undefined}>
          {browserName(userAgent ?? '') ?? texts.unknownBrowser}
        </span>
        {current && <span class="target">{texts.current}</span>}
      </td>
      <td class="soft">{address ?? '–'}</td>
      <td class="soft" data-label={texts.signedIn}>
        <Time at={signedInAt} format={dateAndTime} />
      </td>
      <td class="soft" data-label={texts.used}>
        <Time at={lastUsedAt} format={dateAndTime} />
      </td>
      <td class="row-actions">{!current && <Button onClick={onEnd}>{texts.end}</Button>}</td>
    </tr>
  );
}
