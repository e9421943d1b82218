import type { ActivityCounts } from '@permesso/protocol/console';
import { countedSpan, type CountedSpan } from '../counted-span.ts';
import { queries, type Connection } from '../../database/query.ts';
import { callsByStep, type CallFilter } from './calls-by-step.ts';

interface KindOfCall {
  readonly verdict: string;
  readonly tool: string;
  readonly project: string;
  readonly count: number;
}

/** One value of a filter: the number of calls with this verdict, tool, project or agent. */
interface FacetRow {
  readonly name: string;
  readonly count: number;
  readonly title?: string;
}

const sql = queries(import.meta.dirname);
/** A generic plan sorts on disk what a specific one adds up in memory: four times slower for a month. */
const planned = { isPlannedEachTime: true };
const kindsOf = sql<KindOfCall, CountedSpan>('activity-kinds.sql', planned);
const kindsOfAgent = sql<KindOfCall, CountedSpan & { agent: string }>('activity-kinds-of-agent.sql', planned);
const agentsOf = sql<
  FacetRow,
  CountedSpan & { verdict: string | null; tool: string | null; project: string | null }
>('activity-agents.sql', planned);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The ranges that a page may request, each with its bar width. Days and longer ranges begin at midnight UTC. */
export const ranges = {
  '24h': { span: dayMs, step: hourMs / 2 },
  '7d': { span: 7 * dayMs, step: 3 * hourMs },
  '30d': { span: 30 * dayMs, step: dayMs },
  '90d': { span: 90 * dayMs, step: dayMs },
} as const;

export interface CountedPart {
  readonly range: keyof typeof ranges;
  readonly now: number;
  /** The brushed part of the range. */
  readonly part: { readonly from?: number | undefined; readonly to?: number | undefined };
}

/** Calls over time and by kind: bars for the whole range, the rest for its brushed part. */
export async function countActivity(
  on: Connection,
  filter: CallFilter,
  { range, now, part }: CountedPart,
): Promise<ActivityCounts> {
  const { span, step } = ranges[range];
  const to = Math.ceil(now / step) * step;
  // From midnight on: days are counted whole, and a part of one would need its entries.
  const from = span > dayMs ? Math.floor((now - span) / dayMs) * dayMs : to - span;
  const { verdict = null, tool = null, agent, project = null } = filter;
  const bars = await callsByStep(on, { from, to, step, filter });
  const brushed = countedSpan({ from: part.from ?? from, to: part.to ?? to, now });
  const kinds = await (agent === undefined ? kindsOf(on, brushed) : kindsOfAgent(on, { ...brushed, agent }));
  const agents = await agentsOf(on, { ...brushed, verdict, tool, project });
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
      verdict: facetOf(kinds, filter, 'verdict'),
      tool: facetOf(kinds, filter, 'tool'),
      host: [],
      project: facetOf(kinds, filter, 'project'),
      agent: [...agents],
    },
    matched: kinds.filter((kind) => isLetThrough(kind, filter)).reduce((sum, { count }) => sum + count, 0),
    all: bars.reduce((sum, bar) => sum + bar.all, 0),
    counting: false,
  };
}

type KindName = 'verdict' | 'tool' | 'project';

function isLetThrough(kind: KindOfCall, filter: CallFilter, except?: KindName): boolean {
  return (['verdict', 'tool', 'project'] as const).every(
    (name) => name === except || filter[name] === undefined || filter[name] === kind[name],
  );
}

/** Counts the calls that pass the other filters, most frequent first. */
function facetOf(kinds: readonly KindOfCall[], filter: CallFilter, name: KindName): FacetRow[] {
  const found = new Map<string, number>();
  for (const kind of kinds)
    if (kind[name] !== '' && isLetThrough(kind, filter, name))
      found.set(kind[name], (found.get(kind[name]) ?? 0) + kind.count);
  return Array.from(found, ([each, count]) => ({ name: each, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 100);
}
