import { monitorAlertingFaults } from '@vedette/contract/monitor-alerting-fields';
import type { ErrorDetail, Monitor, MonitorAlerting } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { validate } from 'virtual:validators/setMonitorAlerting';
import { api } from '../api/client.ts';
import { alertingOfMonitor } from '../contacts/contact-data.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { SwitchField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { Loaded } from '../parts/loaded.tsx';
import { MonitorPicker } from '../parts/monitor-picker.tsx';
import { RecipeCard } from '../parts/recipe-card.tsx';
import { Screen } from '../parts/screen.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { partsWords } from '../words/parts.ts';
import { words } from '../words/words.ts';
import { monitorResource } from './monitor-data.ts';

/** What alerts about a monitor depend on, and where they lead. */
export function MonitorAlertingScreen() {
  const { params } = useRoute();
  const monitor = useResource(monitorResource(params['monitorId'] ?? ''));
  return <Loaded from={monitor}>{(known) => <Alerting key={known.id} monitor={known} />}</Loaded>;
}

function Alerting({ monitor: { id, name } }: { readonly monitor: Monitor }) {
  const { alerting: texts } = contactWords();
  const stored = useResource(alertingOfMonitor(id));
  return (
    <Screen
      title={texts.title}
      above={
        <a href={addressOf(`monitors/${id}`)} dir="auto">
          {name}
        </a>
      }
      // The form shows its own call for scripts.
      {...(!may('MEMBER') && { recipe: { method: 'monitors.getAlerting', ids: [id] } })}
    >
      {may('MEMBER') ? (
        <Loaded from={stored}>{(alerting) => <AlertingForm monitorId={id} stored={alerting} />}</Loaded>
      ) : (
        <p class="lead">{partsWords().notAllowed}</p>
      )}
    </Screen>
  );
}

interface FormProps {
  readonly monitorId: string;
  readonly stored: MonitorAlerting;
}

interface Draft {
  readonly isDependent: boolean;
  readonly parentId: string | null;
  readonly runbookUrl: string;
}

function draftOf({ parentId, runbookUrl }: MonitorAlerting): Draft {
  return { isDependent: parentId !== null, parentId, runbookUrl: runbookUrl ?? '' };
}

function bodyOf({ isDependent, parentId, runbookUrl }: Draft): MonitorAlerting {
  const url = runbookUrl.trim();
  return { parentId: isDependent ? parentId : null, runbookUrl: url === '' ? null : url };
}

function faultsOf(body: MonitorAlerting, { isDependent }: Draft): ErrorDetail[] {
  const faults = bodyFaults(validate, body, () => monitorAlertingFaults(body));
  if (!isDependent || body.parentId !== null) return faults;
  return [{ path: 'parentId', message: contactWords().alerting.parentMissing }, ...faults];
}

function AlertingForm({ monitorId, stored }: FormProps) {
  const { alerting: texts } = contactWords();
  const { route } = useLocation();
  // Changes by others do not change the open form.
  const [initial] = useState(() => draftOf(stored));
  const address = addressOf(`monitors/${monitorId}`);
  const form = useForm({
    initial,
    bodyOf,
    faultsOf,
    send: async (body) => {
      alertingOfMonitor(monitorId).set(await api().monitors.setAlerting(monitorId, body));
      route(address);
    },
  });
  const { isDependent, parentId, runbookUrl } = form.draft;
  return (
    <div class="form-columns">
      <FormFrame form={form} action={words().common.save} cancel={address}>
        <SwitchField
          label={texts.isDependent}
          value={isDependent}
          onChange={(isOn) => form.change({ isDependent: isOn })}
        />
        {isDependent && (
          <MonitorPicker
            label={texts.parent}
            hint={texts.parentHint}
            fault={form.fault('parentId')}
            isSingle
            exceptId={monitorId}
            chosen={parentId === null ? [] : [parentId]}
            onChange={([id = null]) => form.change({ parentId: id })}
          />
        )}
        <TextField
          label={texts.runbook}
          hint={texts.runbookHint}
          fault={form.fault('runbookUrl')}
          value={runbookUrl}
          onChange={(url) => form.change({ runbookUrl: url })}
        />
      </FormFrame>
      <RecipeCard call={{ method: 'monitors.setAlerting', ids: [monitorId], body: { ...bodyOf(form.draft) } }} />
    </div>
  );
}
