import type { ActivityCounts } from '@permesso/protocol/console/activity';
import { query, type Connection } from '../database/query.ts';

export interface CallFilter {
  readonly verdict?: string | undefined;
  readonly tool?: string | undefined;
  readonly agent?: string | undefined;
  readonly project?: string | undefined;
}

interface KindOfCall {
  readonly verdict: string;
  readonly tool: string;
  readonly agent: string;
  readonly agentName: string;
  readonly project: string;
  readonly count: number;
}

const folder = import.meta.dirname;
const barsOf = query<
  { readonly at: number; readonly verdict: string; readonly all: number; readonly matched: number },
  {
    readonly from: Date;
    readonly to: Date;
    readonly step: number;
    readonly verdict: string | null;
    readonly tool: string | null;
    readonly agent: string | null;
    readonly project: string | null;
  }
>(folder, 'activity-bars.sql');
const kindsOf = query<KindOfCall, { readonly from: Date; readonly to: Date }>(folder, 'activity-facets.sql');

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The ranges that a page may ask for, each with the width of its bars. */
export const ranges = {
  '24h': { span: dayMs, step: hourMs / 2 },
  '7d': { span: 7 * dayMs, step: 3 * hourMs },
  '30d': { span: 30 * dayMs, step: 12 * hourMs },
  '90d': { span: 90 * dayMs, step: dayMs },
} as const;

export interface CountedPart {
  readonly range: keyof typeof ranges;
  readonly now: number;
  /** The brushed part of the range. */
  readonly part: { readonly from?: number | undefined; readonly to?: number | undefined };
}

/** Calls over time and by what they are: bars for the whole range, the rest for its brushed part. */
export async function countActivity(
  on: Connection,
  filter: CallFilter,
  { range, now, part }: CountedPart,
): Promise<ActivityCounts> {
  const { span, step } = ranges[range];
  const to = Math.ceil(now / step) * step;
  const from = to - Math.ceil(span / step) * step;
  const { verdict = null, tool = null, agent = null, project = null } = filter;
  const bars = await barsOf(on, {
    from: new Date(from),
    to: new Date(to),
    step,
    verdict,
    tool,
    agent,
    project,
  });
  const kinds = await kindsOf(on, { from: new Date(part.from ?? from), to: new Date(part.to ?? to) });
  const points = new Map<
    number,
    { at: number; allow: number; sandboxed: number; ask: number; deny: number }
  >();
  for (const { at, verdict: name, matched } of bars) {
    const point = points.get(at) ?? { at, allow: 0, sandboxed: 0, ask: 0, deny: 0 };
    if (name === 'allow' || name === 'ask' || name === 'deny') point[name] += matched;
    points.set(at, point);
  }
  return {
    from,
    to,
    step,
    points: [...points.values()],
    facets: {
      verdict: facetOf(kinds, filter, { name: 'verdict' }),
      tool: facetOf(kinds, filter, { name: 'tool' }),
      host: [],
      project: facetOf(kinds, filter, { name: 'project' }),
      agent: facetOf(kinds, filter, { name: 'agent', titleOf: ({ agentName }) => agentName }),
    },
    matched: sumOf(kinds.filter((kind) => isLetThrough(kind, filter))),
    all: bars.reduce((sum, bar) => sum + bar.all, 0),
    counting: false,
  };
}

function isLetThrough(kind: KindOfCall, filter: CallFilter, except?: keyof CallFilter): boolean {
  return (['verdict', 'tool', 'agent', 'project'] as const).every(
    (name) => name === except || filter[name] === undefined || filter[name] === kind[name],
  );
}

interface Facet {
  readonly name: keyof CallFilter;
  readonly titleOf?: (kind: KindOfCall) => string;
}

/** Counts what the other filters let through, the most frequent first. */
function facetOf(kinds: readonly KindOfCall[], filter: CallFilter, { name, titleOf }: Facet) {
  const found = new Map<string, { name: string; count: number; title?: string }>();
  for (const kind of kinds) {
    if (kind[name] === '' || !isLetThrough(kind, filter, name)) continue;
    const known = found.get(kind[name]) ?? {
      name: kind[name],
      count: 0,
      ...(titleOf === undefined ? {} : { title: titleOf(kind) }),
    };
    found.set(kind[name], { ...known, count: known.count + kind.count });
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, 100);
}

function sumOf(kinds: readonly KindOfCall[]): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}
