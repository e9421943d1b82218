import { putBounded } from '@permesso/engine/call';
import type { ActivityCounts } from '@permesso/protocol/console';
import type { LogEntry } from '@permesso/protocol/entry';
import { isSandboxed, projectPath } from '@permesso/gate/log';

export type CountedRange = '1h' | '24h' | '7d' | '30d' | '90d' | 'all';

export interface CountQuery {
  readonly range: CountedRange;
  /** The brushed part of the range, in milliseconds since the epoch. */
  readonly from?: number;
  readonly to?: number;
  readonly verdict?: string;
  readonly tool?: string;
  readonly host?: string;
  readonly project?: string;
}

/** Calls by time, verdict, tool, host and project. Keeps no entry, so a log of any length fits. */
export interface CallCounts {
  readonly add: (entry: LogEntry) => void;
  readonly count: (query: CountQuery, now: number) => Omit<ActivityCounts, 'counting'>;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const slotMs = 5 * minute;
const slotsKept = (180 * day) / slotMs;
/** Further names of a kind are counted together. */
const namesKept = 255;

const ranges: Readonly<Record<Exclude<CountedRange, 'all'>, { readonly ms: number; readonly step: number }>> =
  {
    '1h': { ms: hour, step: slotMs },
    '24h': { ms: day, step: 15 * minute },
    '7d': { ms: 7 * day, step: 2 * hour },
    '30d': { ms: 30 * day, step: 6 * hour },
    '90d': { ms: 90 * day, step: day },
  };
const steps = [slotMs, 15 * minute, hour, 2 * hour, 6 * hour, day, 2 * day];
const mostBars = 120;

const verdicts = ['allow', 'sandboxed', 'ask', 'deny'] as const;
const kinds = ['verdict', 'tool', 'host', 'project'] as const;
type Kind = (typeof kinds)[number];

/** One cell counts the calls that are alike in all four. */
type Cell = Readonly<Record<Kind, string>>;

export function createCallCounts(): CallCounts {
  const slots = new Map<number, Map<number, number>>();
  const names = { tool: nameTable(), host: nameTable(), project: nameTable() };
  let first: number | undefined;

  function cellOf(key: number): Cell {
    return {
      verdict: verdicts[key & 3] ?? 'allow',
      tool: names.tool.name((key >> 2) & 0xff),
      host: names.host.name((key >> 10) & 0xff),
      project: names.project.name((key >> 18) & 0xff),
    };
  }

  return {
    add: (entry) => {
      const at = Date.parse(entry.at);
      if (entry.type !== 'decision' || Number.isNaN(at)) return;
      first = Math.min(first ?? at, at);
      const verdict = verdicts.indexOf(isSandboxed(entry) ? 'sandboxed' : entry.verdict);
      const key =
        verdict |
        (names.tool.number(entry.call.tool) << 2) |
        (names.host.number(entry.host ?? '') << 10) |
        (names.project.number(projectPath(entry) ?? '') << 18);
      const slot = slotAt(slots, Math.floor(at / slotMs));
      slot.set(key, (slot.get(key) ?? 0) + 1);
    },
    count: (query, now) => {
      const span = chartSpan(query.range, first, now);
      const { from = span.from, to = span.to } = query;
      const points = new Map<number, Record<(typeof verdicts)[number], number>>();
      const facets = { verdict: new Map(), tool: new Map(), host: new Map(), project: new Map() } as Record<
        Kind,
        Map<string, number>
      >;
      let matched = 0;
      let all = 0;
      for (const [slot, cells] of slots) {
        const at = slot * slotMs;
        if (at + slotMs <= span.from || at >= span.to) continue;
        const isBrushed = at + slotMs > from && at < to;
        const bar = span.from + Math.floor((Math.max(at, span.from) - span.from) / span.step) * span.step;
        for (const [key, times] of cells) {
          all += times;
          const cell = cellOf(key);
          const differs = kinds.filter((kind) => (query[kind] ?? cell[kind]) !== cell[kind]);
          if (isBrushed)
            for (const kind of kinds)
              if (differs.every((other) => other === kind))
                facets[kind].set(cell[kind], (facets[kind].get(cell[kind]) ?? 0) + times);
          if (differs.length > 0) continue;
          if (isBrushed) matched += times;
          const point = points.get(bar) ?? { allow: 0, sandboxed: 0, ask: 0, deny: 0 };
          point[cell.verdict as (typeof verdicts)[number]] += times;
          points.set(bar, point);
        }
      }
      return {
        ...span,
        points: [...points].toSorted(([a], [b]) => a - b).map(([at, point]) => ({ at, ...point })),
        facets: {
          verdict: facetRows(facets.verdict),
          tool: facetRows(facets.tool),
          host: facetRows(facets.host),
          project: facetRows(facets.project),
        },
        matched,
        all,
      };
    },
  };
}

function facetRows(facet: ReadonlyMap<string, number>): readonly { name: string; count: number }[] {
  return [...facet]
    .filter(([name]) => name !== '')
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => ({ name, count }));
}

/** Bars start at whole steps of local time. */
function chartSpan(
  range: CountedRange,
  first: number | undefined,
  now: number,
): Pick<ActivityCounts, 'from' | 'to' | 'step'> {
  const { ms, step } = range === 'all' ? wholeSpan(now - (first ?? now)) : ranges[range];
  const offset = new Date(now).getTimezoneOffset() * minute;
  const to = Math.ceil((now + 1 - offset) / step) * step + offset;
  return { from: to - Math.ceil(ms / step) * step, to, step };
}

function wholeSpan(age: number): { readonly ms: number; readonly step: number } {
  const ms = Math.min(slotsKept * slotMs, Math.max(hour, age));
  const step = steps.find((each) => ms / each <= mostBars) ?? 2 * day;
  // The oldest call may fall inside a bar.
  return { ms: ms + step, step };
}

function slotAt(slots: Map<number, Map<number, number>>, number: number): Map<number, number> {
  const known = slots.get(number);
  if (known !== undefined) return known;
  const made = new Map<number, number>();
  putBounded(slots, [number, made], slotsKept);
  return made;
}

interface NameTable {
  readonly number: (name: string) => number;
  readonly name: (number: number) => string;
}

/** The last index counts all names beyond the limit. */
function nameTable(): NameTable {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    number: (name) => {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      if (names.length >= namesKept) return namesKept;
      numbers.set(name, names.length);
      return names.push(name) - 1;
    },
    name: (number) => names[number] ?? '',
  };
}
