import { maintenanceChangeFaults, maintenanceWindowFaults } from '@vedette/contract/maintenance-window-fields';
import type { ErrorDetail, MaintenanceWindow } from '@vedette/sdk';
import type { RecipeCall } from '@vedette/sdk/recipes';
import { validate } from 'virtual:validators/createMaintenanceWindow';
import { useResource } from '../data/resource.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm, type Form } from '../forms/use-form.ts';
import { ZoneField } from '../forms/zone-field.tsx';
import { locale } from '../language/catalogue.ts';
import { MonitorPicker, useChoicesKnown } from '../parts/monitor-picker.tsx';
import { Picker } from '../parts/picker.tsx';
import { RecipeCard } from '../parts/recipe-card.tsx';
import { pageList } from '../status-pages/page-data.ts';
import { maintenanceWords } from '../words/maintenance.ts';
import { NextTimes } from './next-times.tsx';
import { WEEKDAYS, weekdayName } from './recurrence-words.ts';
import { bodyOf, timesOf, type Frequency, type WindowBody, type WindowDraft } from './window-draft.ts';

const FREQUENCIES: readonly (Frequency | 'NONE')[] = ['NONE', 'DAILY', 'WEEKLY', 'MONTHLY'];

interface Props {
  readonly initial: WindowDraft;
  /** The one that is edited; undefined for a new one. */
  readonly window?: MaintenanceWindow;
  readonly action: string;
  readonly cancelAddress: string;
  readonly onSave: (body: WindowBody) => Promise<unknown>;
}

function faultsOf(body: WindowBody, stored?: MaintenanceWindow): ErrorDetail[] {
  return bodyFaults(validate, body, () =>
    stored === undefined ? maintenanceWindowFaults(body) : maintenanceChangeFaults(body, stored),
  );
}

const TIMES = /^(?:startsAt|endsAt|recurrence)/;

export function WindowForm({ initial, window, action, cancelAddress, onSave }: Props) {
  const texts = maintenanceWords();
  const form = useForm({ initial, bodyOf, faultsOf: (body) => faultsOf(body, window), send: onSave });
  const pageChoices = useResource(pageList());
  const pages = pageChoices.value.value;
  const areChoicesKnown = useChoicesKnown(initial.monitorIds, pageChoices);
  const { draft, change, fault } = form;
  const body = bodyOf(draft);
  const areTimesRight = !faultsOf(body, window).some(({ path }) => TIMES.test(path));
  const call: RecipeCall =
    window === undefined
      ? { method: 'maintenanceWindows.create', body }
      : { method: 'maintenanceWindows.update', ids: [window.id], body };
  return (
    <div class="form-columns" hidden={!areChoicesKnown}>
      <FormFrame form={form} action={action} cancel={cancelAddress}>
        <TextField
          label={texts.windowTitle}
          value={draft.title}
          fault={fault('title')}
          onChange={(title) => change({ title })}
        />
        <div class="field-row">
          <TextField
            label={texts.startsAt}
            kind="date-time"
            value={draft.startsAt}
            fault={fault('startsAt')}
            onChange={(startsAt) => change({ startsAt })}
          />
          <TextField
            label={texts.endsAt}
            kind="date-time"
            value={draft.endsAt}
            fault={fault('endsAt')}
            onChange={(endsAt) => change({ endsAt })}
          />
        </div>
        <ZoneField
          label={texts.timezone}
          hint={texts.timezoneHint}
          value={draft.timezone}
          fault={fault('recurrence.timezone')}
          onChange={(timezone) => change({ timezone })}
        />
        <Repetition form={form} />
        <MonitorPicker
          label={texts.monitors}
          chosen={draft.monitorIds}
          fault={fault('monitorIds')}
          onChange={(monitorIds) => change({ monitorIds })}
        />
        {pages !== undefined && pages.length > 0 && (
          <Picker
            label={texts.pages}
            choices={pages}
            chosen={draft.statusPageIds}
            fault={fault('statusPageIds')}
            onChange={(statusPageIds) => change({ statusPageIds })}
          />
        )}
        <TextField
          label={texts.description}
          kind="long"
          value={draft.description}
          fault={fault('description')}
          onChange={(description) => change({ description })}
        />
      </FormFrame>
      <div class="stack">
        <NextTimes times={areTimesRight ? timesOf(draft) : undefined} zone={draft.timezone} />
        <RecipeCard call={call} />
      </div>
    </div>
  );
}

function Repetition({ form: { draft, change, fault } }: { readonly form: Form<WindowDraft> }) {
  const texts = maintenanceWords();
  const { frequency } = draft;
  return (
    <>
      <ChoiceField
        label={texts.frequency}
        value={frequency}
        fault={frequency === 'NONE' ? undefined : fault('recurrence')}
        choices={FREQUENCIES.map((each) => [each, texts.frequencies[each]])}
        onChange={(chosen) => change({ frequency: chosen })}
      />
      {frequency !== 'NONE' && (
        <div class="field-row">
          <TextField
            label={texts.interval[frequency]}
            kind="number"
            value={draft.interval}
            fault={fault('recurrence.interval')}
            onChange={(interval) => change({ interval })}
          />
          <TextField
            label={texts.until}
            hint={texts.untilHint}
            kind="date-time"
            value={draft.until}
            fault={fault('recurrence.until')}
            onChange={(until) => change({ until })}
          />
        </div>
      )}
      {frequency === 'WEEKLY' && (
        <fieldset class="picker">
          <legend>{texts.weekdays}</legend>
          <div class="weekdays">
            {WEEKDAYS.map((day) => (
              <label key={day} class="switch">
                <input
                  type="checkbox"
                  checked={draft.weekdays.includes(day)}
                  onChange={(event) =>
                    change({
                      weekdays: event.currentTarget.checked
                        ? [...draft.weekdays, day]
                        : draft.weekdays.filter((each) => each !== day),
                    })
                  }
                />
                <span>{weekdayName(day, locale.value, 'short')}</span>
              </label>
            ))}
          </div>
          <span class="hint">{texts.weekdaysHint}</span>
        </fieldset>
      )}
    </>
  );
}
