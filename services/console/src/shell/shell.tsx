import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { api } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { adoptPreferences } from '../data/preferences.ts';
import { may, organizationId, sessionState } from '../data/session.ts';
import { ConnectionBanner } from '../live/connection-banner.tsx';
import { followEvents } from '../live/live-events.ts';
import { words } from '../words/words.ts';
import { addressOf } from './addresses.ts';
import { Navigation, visiblePlaces } from './navigation.tsx';
import type { Palette } from './palette.tsx';
import { SessionEnded } from './session-ended.tsx';
import type { Command } from './shortcut.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** What surrounds every screen of an organization. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { common } = words();
  const { path, route } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isHelpOpen = useSignal(false);
  const isMenuOpen = useSignal(false);

  useEffect(() => {
    isMenuOpen.value = false;
    globalThis.scrollTo(0, 0);
  }, [path]);

  useEffect(() => {
    void attempt(async () => adoptPreferences(await api().me.get()));
  }, []);

  // The stream ends with the session and continues with the next one.
  const isSignedIn = sessionState.value.kind === 'person';
  const organization = organizationId.value;
  useEffect(() => {
    return isSignedIn && organization !== undefined ? followEvents(organization) : undefined;
  }, [isSignedIn, organization]);

  const palette = useSignal<typeof Palette | undefined>(undefined);
  const openPalette = useCallback(async (): Promise<void> => {
    const loaded = await import('./palette.tsx');
    palette.value = loaded.Palette;
  }, []);
  const OpenPalette = palette.value;

  const run = useCallback(
    (command: Command): void => {
      switch (command) {
        case 'palette':
          void openPalette();
          return;
        case 'help':
          isHelpOpen.value = true;
          return;
        case 'search':
          document.querySelector<HTMLInputElement>('input[type=search]')?.focus();
          return;
        case 'new':
          if (may('MEMBER')) route(addressOf('monitors/new'));
          return;
        default:
          if (visiblePlaces().includes(command)) route(addressOf(command));
      }
    },
    [route],
  );
  useShortcuts(run);

  return (
    <div class={`app ${isMenuOpen.value ? 'menu-open' : ''}`}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {common.skip}
      </a>
      <Navigation
        isOpen={isMenuOpen.value}
        onToggle={() => (isMenuOpen.value = !isMenuOpen.value)}
        onSearch={openPalette}
      />
      <main id="main" ref={main} tabIndex={-1}>
        <ConnectionBanner />
        {children}
      </main>
      {isHelpOpen.value && <ShortcutHelp onClose={() => (isHelpOpen.value = false)} />}
      {OpenPalette !== undefined && <OpenPalette run={run} onClose={() => (palette.value = undefined)} />}
      <SessionEnded />
    </div>
  );
}
