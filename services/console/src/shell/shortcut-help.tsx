import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { words } from '../words/words.ts';
import { visiblePlaces } from './navigation.tsx';
import { PALETTE_KEYS } from './palette-keys.ts';
import { AFTER_G, SINGLE, type Command } from './shortcut.ts';

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const { shortcuts, common, shell } = words();
  const texts: Readonly<Record<Command, string>> = {
    ...shell,
    palette: shell.jump,
    help: shortcuts.help,
    search: shortcuts.search,
    new: shortcuts.newMonitor,
  };
  const places = new Set(visiblePlaces());
  return (
    <Dialog title={shortcuts.title} onClose={onClose}>
      <dl class="shortcuts">
        <div>
          <dt>
            <kbd>{PALETTE_KEYS}</kbd>
          </dt>
          <dd>{texts.palette}</dd>
        </div>
        {Object.entries(SINGLE).map(([key, command]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{texts[command]}</dd>
          </div>
        ))}
        {Object.entries(AFTER_G)
          .filter(([, place]) => places.has(place))
          .map(([key, place]) => (
            <div key={key}>
              <dt>
                <kbd>g</kbd> <kbd>{key}</kbd>
              </dt>
              <dd>{texts[place]}</dd>
            </div>
          ))}
      </dl>
      <div class="dialog-actions">
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}
