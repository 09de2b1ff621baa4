import { useResource } from '../data/resource.ts';
import { locale } from '../language/catalogue.ts';
import { Loaded } from '../parts/loaded.tsx';
import { maintenanceWords } from '../words/maintenance.ts';
import { nextTimes } from './window-data.ts';
import type { WindowTimes } from './window-draft.ts';

interface Props {
  /** Undefined while they are not right. */
  readonly times: WindowTimes | undefined;
  readonly zone: string;
}

/** When it takes place next, in the zone in which it is planned. */
export function NextTimes({ times, zone }: Props) {
  const texts = maintenanceWords();
  return (
    <section class="card">
      <header>
        <h2>{texts.nextFive}</h2>
        <div class="space" />
        <span class="soft">{zone.replaceAll('_', ' ')}</span>
      </header>
      {times === undefined ? <p class="card-body soft">{texts.nextWaits}</p> : <Times times={times} zone={zone} />}
    </section>
  );
}

function Times({ times, zone }: { readonly times: WindowTimes; readonly zone: string }) {
  const texts = maintenanceWords();
  const known = useResource(nextTimes(times));
  const format = (at: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale.value, { timeZone: zone, ...options }).format(new Date(at));
  return (
    <Loaded from={known}>
      {({ occurrences }) =>
        occurrences.length === 0 ? (
          <p class="card-body soft">{texts.nextNone}</p>
        ) : (
          <ol class="next-times">
            {occurrences.map(({ startsAt, endsAt }) => {
              const isOneDay = format(startsAt, { dateStyle: 'short' }) === format(endsAt, { dateStyle: 'short' });
              const from = format(startsAt, { dateStyle: 'full', timeStyle: 'short' });
              const to = format(
                endsAt,
                isOneDay ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
              );
              return (
                <li key={startsAt}>
                  <time dateTime={startsAt}>{texts.fromTo(from, to)}</time>
                </li>
              );
            })}
          </ol>
        )
      }
    </Loaded>
  );
}
