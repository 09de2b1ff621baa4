import type { MonitorTest } from '@vedette/sdk';
import { dateAndTime, milliseconds } from '../format/format.ts';
import { Facts } from '../parts/facts.tsx';
import { StateLabel } from '../parts/state-label.tsx';
import { Time } from '../parts/time.tsx';
import { Waterfall } from '../parts/waterfall.tsx';
import { formWords } from '../words/form.ts';

/** What one check of the monitor found that is not stored yet. */
export function TestResult({ result }: { readonly result: MonitorTest }) {
  const { form } = formWords();
  const { state, cause, responseMs, certExpiresAt, domainExpiresAt, dnsAnswer, attempts } = result;
  return (
    <div class="test-result" role="status">
      <p>
        <StateLabel state={state} isPill /> {cause ?? form.tested[state]}
      </p>
      <Facts
        rows={[
          [form.testResponse, responseMs === null ? undefined : milliseconds(responseMs)],
          [
            form.testCertificate,
            certExpiresAt === null ? undefined : <Time key="certificate" at={certExpiresAt} format={dateAndTime} />,
          ],
          [
            form.testDomain,
            domainExpiresAt === null ? undefined : <Time key="domain" at={domainExpiresAt} format={dateAndTime} />,
          ],
          [form.testAnswer, dnsAnswer === null ? undefined : dnsAnswer.join(', ')],
        ]}
      />
      <Waterfall attempts={attempts} />
    </div>
  );
}
