import { api } from '../api/client.ts';
import { resource, useResource, type Resource } from '../data/resource.ts';
import { clock, dateAndTime, now } from '../format/format.ts';
import { liveEventOf, type LiveEvent } from '../live/live-event.ts';
import { connection, recentEvents } from '../live/live-events.ts';
import { EVENT_TONES } from '../parts/tones.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { overviewWords } from '../words/overview.ts';
import { latestEvents } from './latest-events.ts';

const SHOWN = 20;
const DAY_MS = 86_400_000;

function pastEvents(): Resource<LiveEvent[]> {
  return resource('past events', () =>
    latestEvents(SHOWN, Date.now(), async (from, cursor) => {
      const { data, nextCursor } = await api().events.list({ from: new Date(from).toISOString(), cursor, limit: 100 });
      return { events: data.map(liveEventOf), nextCursor };
    }),
  );
}

/** New events as they arrive, above the latest ones from the log. */
export function EventFeed() {
  const texts = overviewWords();
  const past = useResource(pastEvents());
  const live = recentEvents.value;
  const known = new Set(live.map(({ id }) => id));
  const events = [...live, ...(past.value.value ?? []).filter(({ id }) => !known.has(id))].slice(0, SHOWN);
  const isLive = connection.value === 'open';
  return (
    <section class="card">
      <header>
        <h2>{texts.feed}</h2>
        <div class="space" />
        {isLive && (
          <span class="state good">
            <span class="dot good live" aria-hidden="true" />
            {texts.live}
          </span>
        )}
      </header>
      {past.failure.value !== undefined && <FailureNotice failure={past.failure.value} />}
      {past.value.value !== undefined && events.length === 0 && <p class="card-body soft">{texts.noEvent}</p>}
      <ol class="feed">
        {events.map((event) => (
          <Line key={event.id} event={event} />
        ))}
      </ol>
    </section>
  );
}

function Line({ event: { type, at, name, place } }: { readonly event: LiveEvent }) {
  const texts = overviewWords();
  const isToday = now.value - Date.parse(at) < DAY_MS;
  return (
    <li>
      <span class={`dot ${EVENT_TONES[type]}`} aria-hidden="true" />
      <span class="line-main">
        {place === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          <a href={addressOf(place)}>
            <bdi>{name}</bdi>
          </a>
        )}
        <span class="target">{texts.events[type]}</span>
      </span>
      <span class="soft">
        <Time at={at} format={isToday ? clock : dateAndTime} />
      </span>
    </li>
  );
}
