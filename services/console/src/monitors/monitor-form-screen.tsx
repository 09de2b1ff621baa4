import type { Monitor, MonitorCreate, MonitorUpdate } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { api } from '../api/client.ts';
import { useResource, type Resource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Screen } from '../parts/screen.tsx';
import { addressOf } from '../shell/addresses.ts';
import { formWords } from '../words/form.ts';
import { monitorWords } from '../words/monitors.ts';
import { forgetMonitorPages, monitorResource } from './monitor-data.ts';
import { bodyOf, changesOf, draftOf, NEW_DRAFT } from './monitor-draft.ts';
import { MonitorForm } from './monitor-form.tsx';

/** A new monitor: from nothing, or from another one. */
export function NewMonitorScreen() {
  const { query } = useRoute();
  const { from } = query;
  return from === undefined ? <NewMonitor /> : <Copied from={from} />;
}

function NewMonitor({ initial = NEW_DRAFT }) {
  const { form } = formWords();
  const { monitors: texts } = monitorWords();
  const { route } = useLocation();
  const save = async (body: Record<string, unknown>): Promise<void> => {
    const created = await api().monitors.create(body as unknown as MonitorCreate);
    monitorResource(created.id).set(created);
    forgetMonitorPages();
    route(addressOf(`monitors/${created.id}`));
  };
  return (
    <Screen title={texts.new} above={<a href={addressOf('monitors')}>{texts.title}</a>}>
      {may('MEMBER') ? (
        <MonitorForm initial={initial} cancelAddress={addressOf('monitors')} onSave={save} />
      ) : (
        <p class="lead">{form.notAllowed}</p>
      )}
    </Screen>
  );
}

function Copied({ from }: { readonly from: string }) {
  const { form } = formWords();
  const known = useResource(monitorResource(from));
  const original = known.value.value;
  // A refresh that fails later does not remove the form.
  if (original === undefined) {
    return known.failure.value === undefined ? null : <FailureNotice failure={known.failure.value} />;
  }
  return <NewMonitor initial={{ ...draftOf(original), name: form.copyOf(original.name).slice(0, 120) }} />;
}

export function EditMonitorScreen() {
  const { params } = useRoute();
  const known = useResource(monitorResource(params['monitorId'] ?? ''));
  const monitor = known.value.value;
  if (monitor === undefined) {
    return known.failure.value === undefined ? null : <FailureNotice failure={known.failure.value} />;
  }
  return <EditMonitor key={monitor.id} known={known} monitor={monitor} />;
}

function EditMonitor({ known, monitor }: { readonly known: Resource<Monitor>; readonly monitor: Monitor }) {
  const { monitors: texts } = monitorWords();
  const { form } = formWords();
  const { route } = useLocation();
  // The form keeps the monitor as it was opened and sends only the fields that were changed here.
  const [initial] = useState(() => draftOf(monitor));
  const address = addressOf(`monitors/${monitor.id}`);
  const save = async (body: Record<string, unknown>): Promise<void> => {
    const changes = changesOf(bodyOf(initial), body) as MonitorUpdate;
    known.set(await api().monitors.update(monitor.id, changes));
    forgetMonitorPages();
    route(address);
  };
  return (
    <Screen
      title={texts.editTitle}
      above={
        <a href={address} dir="auto">
          {monitor.name}
        </a>
      }
    >
      {may('MEMBER') ? (
        <MonitorForm initial={initial} monitor={monitor} cancelAddress={address} onSave={save} />
      ) : (
        <p class="lead">{form.notAllowed}</p>
      )}
    </Screen>
  );
}
