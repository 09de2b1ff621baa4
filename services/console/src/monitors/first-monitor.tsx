import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { api, Failure } from '../api/client.ts';
import { may } from '../data/session.ts';
import { withoutField } from '../forms/fault-text.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { addressOf } from '../shell/addresses.ts';
import { firstMonitorWords } from '../words/first-monitor.ts';
import { firstMonitor } from './address-guess.ts';
import { forgetMonitorPages, monitorResource } from './monitor-data.ts';
import { SamplesOffer } from './samples-notice.tsx';

/** The first monitor is one field away. */
export function FirstMonitor() {
  const texts = firstMonitorWords();
  const { route } = useLocation();
  const address = useSignal('');
  const isBusy = useSignal(false);
  const failure = useSignal<Failure | undefined>(undefined);
  if (!may('MEMBER')) {
    return (
      <div class="empty">
        <p class="lead">{texts.noneForViewer}</p>
      </div>
    );
  }
  const watch = async (): Promise<void> => {
    const body = firstMonitor(address.value);
    if (body === undefined) {
      failure.value = new Failure('validation_error', '', { details: [{ path: 'url', message: texts.addressFault }] });
      return;
    }
    isBusy.value = true;
    failure.value = undefined;
    try {
      const monitor = await api().monitors.create(body);
      monitorResource(monitor.id).set(monitor);
      forgetMonitorPages();
      route(addressOf(`monitors/${monitor.id}`));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  const detail = failure.value?.details[0];
  const fault = detail && withoutField(detail);
  return (
    <div class="empty">
      <h2 class="large">{texts.title}</h2>
      <p class="lead">{texts.lead}</p>
      {failure.value !== undefined && fault === undefined && <FailureNotice failure={failure.value} isWrite />}
      <form
        class="one-field"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void watch();
        }}
      >
        <label class="field">
          <span>{texts.address}</span>
          <input
            type="text"
            inputMode="url"
            autocomplete="url"
            placeholder="https://example.com"
            value={address.value}
            aria-invalid={fault !== undefined}
            aria-describedby="address-fault"
            onInput={(event) => (address.value = event.currentTarget.value)}
          />
        </label>
        <Button type="submit" kind="primary" isBusy={isBusy.value}>
          {texts.watch}
        </Button>
      </form>
      <p id="address-fault" class="fault" role="alert">
        {fault}
      </p>
      <p class="hint">
        <a href={addressOf('monitors/new')}>{texts.otherTypes}</a>
      </p>
      <SamplesOffer />
    </div>
  );
}
