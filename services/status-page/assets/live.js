// Keeps an open page up to date, and tells of a day under the pointer or the keyboard. The page is whole without it.

const REFRESH_MS = 5000;
const REFRESH_SPREAD_MS = 1000;
const FAILURES_TOLD = 3;

/* Up to date */

/** @type {string | null} */
let etag = null;
let failures = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** As it was sent, before the script touched it. */
let shown = contentOf(document.querySelector('main'));

async function refresh() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    const response = await fetch(location.href, { cache: 'no-cache', headers: { accept: 'text/html' } });
    const seen = response.headers.get('etag');
    if (response.ok && seen !== etag) {
      show(await response.text());
      etag = seen;
    }
    failures = 0;
    announce('offline', '');
  } catch {
    failures += 1;
    if (failures === FAILURES_TOLD) announce('offline', 'This page cannot be reached; it may be out of date.');
  }
  // Spread out: thousands of readers opened the page in the same minute.
  timer = setTimeout(() => void refresh(), REFRESH_MS + Math.random() * REFRESH_SPREAD_MS);
}

/** @param {string} text */
function show(text) {
  const next = new DOMParser().parseFromString(text, 'text/html');
  const main = next.querySelector('main');
  if (main === null) return;
  const content = contentOf(main);
  if (content === shown) {
    document.querySelector('.moment')?.replaceWith(...main.querySelectorAll('.moment'));
    return;
  }
  shown = content;
  const focused = document.activeElement?.closest('[id]')?.id;
  const opened = [...document.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const words = document.querySelector('h1')?.textContent;
  hideTip();
  document.title = next.title;
  document.querySelector('main')?.replaceWith(main);
  document.querySelector('link[rel=icon]')?.replaceWith(...next.querySelectorAll('link[rel=icon]'));
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
  makeBarsReadable();
  if (focused !== undefined) document.getElementById(focused)?.focus({ preventScroll: true });
  const wordsNow = main.querySelector('h1')?.textContent ?? '';
  if (wordsNow !== words) announce('news', wordsNow);
}

/**
 * Without the moment of the uptimes: where nothing else has changed, a day under the pointer stays there.
 *
 * @param {Element | null} main
 */
function contentOf(main) {
  const copy = /** @type {Element | undefined} */ (main?.cloneNode(true));
  copy?.querySelector('.moment')?.remove();
  return copy?.innerHTML;
}

/**
 * @param {string} name
 * @param {string} text
 */
function announce(name, text) {
  const element = document.getElementById(name);
  if (element !== null && element.textContent !== text) element.textContent = text;
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});

/* The details of a day */

const DAYS = 90;
const DAY_MS = 86_400_000;
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Without a script the bars are a picture; with one they can be walked through by day. */
function makeBarsReadable() {
  for (const bars of document.querySelectorAll('svg.bars')) {
    if (!(bars instanceof SVGElement)) continue;
    bars.setAttribute('role', 'slider');
    bars.setAttribute('tabindex', '0');
    bars.setAttribute('aria-label', bars.dataset['name'] ?? '');
    bars.setAttribute('aria-valuemin', '1');
    bars.setAttribute('aria-valuemax', String(DAYS));
    pointAt(bars, DAYS - 1);
  }
}

/**
 * @param {SVGElement} bars
 * @param {number} day
 */
function pointAt(bars, day) {
  bars.setAttribute('aria-valuenow', String(day + 1));
  bars.setAttribute('aria-valuetext', `${dateOf(bars, day)}: ${textOf(bars, day)}`);
}

/**
 * @param {SVGElement} bars
 * @param {number} day
 */
function dateOf(bars, day) {
  return dates.format(Date.parse(bars.dataset['from'] ?? '') + day * DAY_MS);
}

/**
 * The days that are not plainly up are listed: `0-41:No data;63:99.306% uptime, 10 min down`.
 *
 * @param {SVGElement} bars
 * @param {number} day
 */
function textOf(bars, day) {
  for (const entry of bars.dataset['days']?.split(';') ?? []) {
    const [, first, last = first, text] = /^(\d+)(?:-(\d+))?:(.*)$/.exec(entry) ?? [];
    if (text !== undefined && day >= Number(first) && day <= Number(last)) return text;
  }
  return '100% uptime';
}

const tip = document.createElement('div');
tip.className = 'tip';
// The value of the bars tells the same.
tip.setAttribute('aria-hidden', 'true');

const cursor = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
cursor.setAttribute('class', 'cursor');
for (const [name, value] of Object.entries({ y: '-2', width: '5', height: '36', rx: '2' })) {
  cursor.setAttribute(name, value);
}

/**
 * @param {SVGElement} bars
 * @param {number} day
 */
function showTip(bars, day) {
  pointAt(bars, day);
  const date = document.createElement('strong');
  date.textContent = dateOf(bars, day);
  tip.replaceChildren(date, textOf(bars, day));
  document.body.append(tip);
  cursor.setAttribute('x', String(day * 8));
  bars.append(cursor);
  const box = bars.getBoundingClientRect();
  const center = box.left + ((day + 0.375) / DAYS) * box.width;
  const rightmost = document.documentElement.clientWidth - tip.offsetWidth - 8;
  const left = Math.min(Math.max(center - tip.offsetWidth / 2, 8), rightmost);
  // Above the bars is the state of the component, which is the last thing to cover.
  const below = box.bottom + 10;
  const fitsBelow = below + tip.offsetHeight < document.documentElement.clientHeight;
  const top = fitsBelow ? below : box.top - tip.offsetHeight - 10;
  tip.style.transform = `translate(${String(left + scrollX)}px, ${String(top + scrollY)}px)`;
}

function hideTip() {
  tip.remove();
  cursor.remove();
}

/** @param {Event} event */
function barsOf({ target }) {
  const bars = target instanceof Element ? target.closest('svg.bars') : null;
  return bars instanceof SVGElement ? bars : undefined;
}

/** @param {PointerEvent} event */
function follow(event) {
  const bars = barsOf(event);
  if (bars !== undefined) {
    const box = bars.getBoundingClientRect();
    const day = Math.floor(((event.clientX - box.left) / box.width) * DAYS);
    showTip(bars, Math.min(DAYS - 1, Math.max(0, day)));
  } else if (document.activeElement?.matches('.bars:focus-visible') !== true) {
    hideTip();
  }
}

/** @param {SVGElement} bars */
function pointedAt(bars) {
  return Number(bars.getAttribute('aria-valuenow')) - 1;
}

/** @type {Record<string, number>} */
const MOVES = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -DAYS,
  End: DAYS,
};

document.addEventListener('pointermove', follow);
document.addEventListener('pointerdown', follow);
document.addEventListener('focusin', (event) => {
  const bars = barsOf(event);
  if (bars?.matches(':focus-visible') === true) showTip(bars, pointedAt(bars));
});
document.addEventListener('focusout', hideTip);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hideTip();
  const bars = barsOf(event);
  const days = MOVES[event.key];
  if (bars === undefined || days === undefined) return;
  event.preventDefault();
  showTip(bars, Math.min(DAYS - 1, Math.max(0, pointedAt(bars) + days)));
});

makeBarsReadable();
void refresh();
