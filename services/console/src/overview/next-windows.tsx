import type { NextWindows as Windows } from '@vedette/sdk';
import { dateAndTime, duration, now } from '../format/format.ts';
import { Time } from '../parts/time.tsx';
import { overviewWords } from '../words/overview.ts';

/** Maintenance that runs or comes next. */
export function NextWindows({ windows }: { readonly windows: Windows }) {
  const texts = overviewWords();
  return (
    <section class="card">
      <header>
        <h2>{texts.windows}</h2>
      </header>
      {windows === null && <p class="card-body soft">{texts.unknown}</p>}
      {windows?.total === 0 && <p class="card-body soft">{texts.noWindow}</p>}
      {windows !== null && windows.total > 0 && (
        <ul class="windows">
          {windows.data.map(({ id, title, state, startsAt, endsAt, monitors }) => (
            <li key={id}>
              <strong dir="auto">{title}</strong>
              {state === 'ACTIVE' ? (
                <span class="state work">
                  <span class="dot work" aria-hidden="true" />
                  {texts.endsIn(duration(Date.parse(endsAt) - now.value))}
                </span>
              ) : (
                <span class="soft">
                  <Time at={startsAt} format={dateAndTime} />
                </span>
              )}
              <span class="soft">{texts.covers(monitors)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
