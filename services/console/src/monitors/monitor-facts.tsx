import { MASK } from '@vedette/contract/masks';
import type { Monitor } from '@vedette/sdk';
import { dateAndTime, duration, milliseconds } from '../format/format.ts';
import { Address } from '../parts/address.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { Facts } from '../parts/facts.tsx';
import { Time } from '../parts/time.tsx';
import { formWords } from '../words/form.ts';
import { monitorWords } from '../words/monitors.ts';
import { partsWords } from '../words/parts.ts';
import { words } from '../words/words.ts';
import { statusRanges } from './status-ranges.ts';

const SECOND_MS = 1_000;

/** A range stays in one line. */
function unbroken(ranges: string): string {
  return ranges.replaceAll('–', '\u2060–\u2060');
}

/** What is checked, in the words of the form. */
export function MonitorFacts({ monitor }: { readonly monitor: Monitor }) {
  const { monitors: texts } = monitorWords();
  const { form } = formWords();
  const { types } = words();
  const isWeb = monitor.type === 'HTTP' || monitor.type === 'KEYWORD';
  const { degradedThresholdMs, degradedSamples, degradedThresholdMode } = monitor;
  return (
    <section class="card">
      <header>
        <h2>{texts.whatIsChecked}</h2>
      </header>
      <Facts
        rows={[
          [texts.type, types[monitor.type]],
          [
            form.url,
            ['PING', 'PORT', 'CRON'].includes(monitor.type) ? undefined : <Address text={monitor.url ?? ''} />,
          ],
          [form.host, ['PING', 'PORT'].includes(monitor.type) ? <Address text={monitor.host ?? ''} /> : undefined],
          [form.port, monitor.type === 'PORT' ? monitor.port : undefined],
          [form.method, isWeb ? monitor.method : undefined],
          [form.expectedStatus, isWeb ? unbroken(statusRanges(monitor.expectedStatus)) : undefined],
          [
            monitor.keywordMatch === 'EXISTS' ? texts.mustContain : texts.mustNotContain,
            monitor.type === 'KEYWORD' ? <bdi>{monitor.keyword}</bdi> : undefined,
          ],
          [form.dnsRecordType, monitor.type === 'DNS' ? monitor.dnsRecordType : undefined],
          [form.dnsExpected, monitor.type === 'DNS' ? (monitor.dnsExpected ?? undefined) : undefined],
          [texts.timeout, monitor.type === 'CRON' ? undefined : duration(monitor.timeoutSeconds * SECOND_MS)],
          [texts.grace, monitor.type === 'CRON' ? duration(monitor.graceSeconds * SECOND_MS) : undefined],
          [
            texts.degraded,
            degradedThresholdMs === null
              ? undefined
              : texts.degradedRule(degradedThresholdMode, degradedSamples, milliseconds(degradedThresholdMs)),
          ],
          [texts.created, <Time key="created" at={monitor.createdAt} format={dateAndTime} />],
        ]}
      />
      {monitor.url?.includes(MASK) === true && <p class="card-body hint">{partsWords().masked}</p>}
      {monitor.heartbeatUrl !== null && <Heartbeat address={monitor.heartbeatUrl} />}
    </section>
  );
}

function Heartbeat({ address }: { readonly address: string }) {
  const { monitors: texts } = monitorWords();
  if (address.includes(MASK)) return <p class="card-body hint">{texts.heartbeatMasked}</p>;
  return (
    <div class="card-body">
      <p class="hint">{texts.heartbeat}</p>
      <CopyText text={`curl -fsS ${address}`} />
    </div>
  );
}
