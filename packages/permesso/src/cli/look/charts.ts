import type { VerdictCounts } from './look-at.ts';
import { kinds } from './report.ts';

/** For text and for attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function total({ allow, ask, deny }: VerdictCounts): number {
  return allow + ask + deny;
}

function say(counts: VerdictCounts): string {
  return kinds.map(({ verdict, name }) => `${counts[verdict].toLocaleString('en')} ${name}`).join(', ');
}

/** One bar in three colours. A count above zero is always visible. */
export function verdictBar(counts: VerdictCounts, label: string): string {
  const [width, height] = [720, 26];
  const all = Math.max(1, total(counts));
  const least = 3;
  const present = kinds.filter(({ verdict }) => counts[verdict] > 0);
  // A minimum width each, then the rest in proportion, so that one denied call among thousands is visible.
  const rest = width - least * present.length;
  let at = 0;
  const pieces = present.map(({ verdict }) => {
    const wide = least + (rest * counts[verdict]) / all;
    const piece = `<rect class="${verdict}" x="${at.toFixed(1)}" y="0" width="${wide.toFixed(1)}" height="${height}"/>`;
    at += wide;
    return piece;
  });
  return `<svg role="img" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><title>${escaped(`${label}: ${say(counts)}`)}</title>${pieces.join('')}</svg>`;
}

/** Beyond this many days a column would be thinner than a line. */
const mostDays = 120;

/** One column per day from the first to the last, including days without calls. */
export function dayChart(days: ReadonlyMap<string, VerdictCounts>): string {
  const sorted = [...days.keys()].toSorted().slice(-mostDays);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return '';
  const dates = between(first, last).slice(-mostDays);
  const [width, height, foot] = [720, 150, 20];
  const step = width / dates.length;
  const most = Math.max(1, ...dates.map((date) => total(days.get(date) ?? none)));
  const columns = dates.map((date, index) => {
    const counts = days.get(date) ?? none;
    let top = height;
    const pieces = kinds.map(({ verdict }) => {
      const tall = counts[verdict] === 0 ? 0 : Math.max(1.5, (height * counts[verdict]) / most);
      top -= tall;
      return `<rect class="${verdict}" x="${(index * step + step * 0.12).toFixed(1)}" y="${Math.max(0, top).toFixed(1)}" width="${(step * 0.76).toFixed(1)}" height="${tall.toFixed(1)}"/>`;
    });
    return `<g><title>${escaped(`${date}: ${say(counts)}`)}</title>${pieces.join('')}</g>`;
  });
  return `<svg role="img" viewBox="0 0 ${width} ${height + foot}"><title>Calls by day</title>${columns.join('')}<text x="0" y="${height + 15}">${escaped(dates[0] ?? '')}</text><text x="${width}" y="${height + 15}" text-anchor="end">${escaped(last)}</text></svg>`;
}

const none: VerdictCounts = { allow: 0, ask: 0, deny: 0 };

function between(first: string, last: string): readonly string[] {
  const day = 86_400_000;
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const start = Math.max(from, to - mostDays * day);
  return Array.from({ length: Math.round((to - start) / day) + 1 }, (_, index) =>
    new Date(start + index * day).toISOString().slice(0, 10),
  );
}
