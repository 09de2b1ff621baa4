import { useLocation } from 'preact-iso';
import { BASE } from '../base-path.ts';
import { api } from '../api/client.ts';
import { chooseLocale, chooseTheme, theme, type Theme } from '../data/preferences.ts';
import { forgetResources } from '../data/resource.ts';
import { membership, session, signOut } from '../data/session.ts';
import { locale, type Locale } from '../language/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { words } from '../words/words.ts';
import { addressOf } from './addresses.ts';

const THEMES: readonly Theme[] = ['SYSTEM', 'LIGHT', 'DARK'];
const LOCALES: readonly Locale[] = ['en', 'de'];

/** Who is signed in, with what they choose for themself on all their devices. */
export function AccountMenu() {
  const { shell, roles } = words();
  const { route } = useLocation();
  const person = session.value?.person;
  const role = membership.value?.role;
  const leave = async (everywhere: boolean): Promise<void> => {
    await signOut(everywhere);
    forgetResources();
    route(`${BASE}/sign-in`);
  };
  return (
    <details class="account">
      <summary>
        <span class="account-name">{person?.email}</span>
        {role !== undefined && <span class="soft">{roles[role]}</span>}
      </summary>
      <div class="account-choices">
        <label class="field">
          <span>{shell.theme}</span>
          <select
            value={theme.value}
            onChange={(event) => {
              const chosen = event.currentTarget.value as Theme;
              chooseTheme(chosen);
              void api().me.update({ theme: chosen });
            }}
          >
            {THEMES.map((each) => (
              <option key={each} value={each}>
                {shell.themes[each]}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{shell.language}</span>
          <select
            value={locale.value}
            onChange={(event) => {
              const chosen = event.currentTarget.value as Locale;
              chooseLocale(chosen);
              void api().me.update({ locale: chosen });
            }}
          >
            {LOCALES.map((each) => (
              <option key={each} value={each}>
                {shell.languages[each]}
              </option>
            ))}
          </select>
        </label>
        <a href={addressOf('settings')}>{shell.settings}</a>
        <Button onClick={() => leave(false)}>{shell.signOut}</Button>
        <Button kind="quiet" onClick={() => leave(true)}>
          {shell.signOutEverywhere}
        </Button>
      </div>
    </details>
  );
}
