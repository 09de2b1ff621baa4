import { useLocation, useRoute } from 'preact-iso';
import { api } from '../api/client.ts';
import { readersZone } from '../data/preferences.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { now } from '../format/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { addressOf } from '../shell/addresses.ts';
import { maintenanceWords } from '../words/maintenance.ts';
import { partsWords } from '../words/parts.ts';
import { words } from '../words/words.ts';
import { windowResource } from './window-data.ts';
import { draftOf, newWindow } from './window-draft.ts';
import { WindowForm } from './window-form.tsx';

export function NewWindowScreen() {
  const texts = maintenanceWords();
  const { route } = useLocation();
  return (
    <Screen title={texts.new} above={<a href={addressOf('maintenance')}>{texts.title}</a>}>
      {may('MEMBER') ? (
        <WindowForm
          initial={newWindow(now.peek(), readersZone())}
          action={texts.create}
          cancelAddress={addressOf('maintenance')}
          onSave={async (body) => {
            const made = await api().maintenanceWindows.create(body);
            windowResource(made.id).set(made);
            route(addressOf(`maintenance/${made.id}`));
          }}
        />
      ) : (
        <p class="lead">{partsWords().notAllowed}</p>
      )}
    </Screen>
  );
}

export function EditWindowScreen() {
  const { params } = useRoute();
  const texts = maintenanceWords();
  const { route } = useLocation();
  const id = params['maintenanceId'] ?? '';
  const known = useResource(windowResource(id));
  const address = addressOf(`maintenance/${id}`);
  return (
    <Screen
      title={texts.editTitle}
      above={
        <a href={address} dir="auto">
          {known.value.value?.title ?? texts.title}
        </a>
      }
    >
      <Loaded from={known}>
        {(window) =>
          may('MEMBER') ? (
            <WindowForm
              key={window.id}
              initial={draftOf(window, readersZone())}
              window={window}
              action={words().common.save}
              cancelAddress={address}
              onSave={async (body) => {
                known.set(await api().maintenanceWindows.update(id, body));
                route(address);
              }}
            />
          ) : (
            <p class="lead">{partsWords().notAllowed}</p>
          )
        }
      </Loaded>
    </Screen>
  );
}
