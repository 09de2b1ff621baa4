import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { duration, number } from '../format/format.ts';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { organizationWords } from '../words/organization.ts';

const SECOND_MS = 1_000;
/** From here on the bar says that the allowance runs out. */
const NEARLY_USED = 0.9;

export function UsageScreen() {
  const { usage: texts } = organizationWords();
  const known = useResource(resource('usage', async () => await api().usage.get()));
  const usage = known.value.value;
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'usage.get' }}
      beside={usage !== undefined && <span class="soft">{usage.plan}</span>}
    >
      <Loaded from={known}>
        {({ used, allowed }) => (
          <section class="card usage">
            <Allowance label={texts.monitors} used={used.monitors} allowed={allowed.monitors} />
            <Allowance label={texts.statusPages} used={used.statusPages} allowed={allowed.statusPages} />
            <Allowance label={texts.webhookEndpoints} used={used.webhookEndpoints} allowed={allowed.webhookEndpoints} />
            <Allowance
              label={texts.maintenanceWindows}
              used={used.maintenanceWindows}
              allowed={allowed.maintenanceWindows}
            />
            <Facts
              rows={[
                [texts.members, number(used.members)],
                [texts.keys, number(used.keys)],
                [texts.fastest, duration(allowed.fastestIntervalSeconds * SECOND_MS)],
              ]}
            />
          </section>
        )}
      </Loaded>
    </Screen>
  );
}

interface Props {
  readonly label: string;
  readonly used: number | null;
  readonly allowed: number;
}

function Allowance({ label, used, allowed }: Props) {
  const { usage: texts } = organizationWords();
  const share = used === null || allowed === 0 ? 0 : used / allowed;
  return (
    <div class="allowance">
      <span>{label}</span>
      <span class="number">{used === null ? texts.unknown : texts.of(number(used), number(allowed))}</span>
      <progress class={share >= NEARLY_USED ? 'slow' : 'good'} value={Math.min(1, share)} aria-label={label} />
    </div>
  );
}
