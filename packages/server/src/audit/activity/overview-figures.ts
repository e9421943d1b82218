import { definedFields } from '@permesso/engine/call';
import type { AskedRow, Overview, OverviewPoint, PeriodFigures } from '@permesso/protocol/console';
import { first, queries, type Connection } from '../../database/query.ts';
import { callsByStep } from './calls-by-step.ts';

const sql = queries(import.meta.dirname);
const waitsOf = sql<
  { at: number | null; isNow: boolean; medianMs: number },
  { from: Date; to: Date; step: number; middle: Date }
>('overview-waits.sql');
const agentsNow = sql<
  {
    name: string;
    project: string;
    last: Date | null;
    isSilent: boolean;
    enrolled: number;
    reporting: number;
    silent: number;
  },
  { since: Date }
>('overview-agents.sql');
const oldestEntry = sql<{ at: Date | null }>('../oldest-entry.sql');
const mostAsked = sql<AskedRow, { days: number }>('most-asked.sql');

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const periods = { '1': 1, '7': 7, '30': 30, '90': 90 } as const;

/** An agent that has sent nothing for this long is silent. */
const silentAfterDays = 7;

/**
 * A period compared with the one before it, the most frequent asks, and silent agents. Days begin at midnight UTC.
 */
export async function overviewFigures(
  on: Connection,
  { days, now }: { readonly days: number; readonly now: number },
): Promise<Overview> {
  const step = days === 1 ? hourMs : dayMs;
  const steps = days === 1 ? 24 : days;
  const to = Math.floor(now / step) * step + step;
  const middle = to - steps * step;
  const from = middle - steps * step;
  const span = { from: new Date(from), to: new Date(to), step };
  const calls = await callsByStep(on, { from, to, step });
  const waits = await waitsOf(on, { ...span, middle: new Date(middle) });
  const agents = await agentsNow(on, { since: new Date(now - silentAfterDays * dayMs) });
  const oldest = (await first(oldestEntry(on)))?.at ?? null;

  function figures(isNow: boolean): PeriodFigures {
    const median = waits.find((row) => row.at === null && row.isNow === isNow)?.medianMs;
    return {
      ...sumByVerdict(calls.filter(({ at }) => at >= middle === isNow)),
      ...definedFields({ medianWaitMs: median }),
    };
  }
  const points = Array.from({ length: steps }, (_, place): OverviewPoint => {
    const at = middle + place * step;
    const median = waits.find((row) => row.at === at)?.medianMs;
    return {
      at,
      ...sumByVerdict(calls.filter((row) => row.at === at)),
      ...definedFields({ medianWaitMs: median }),
    };
  });
  return {
    days,
    now: figures(true),
    before: figures(false),
    comparable: oldest !== null && oldest.getTime() < from + step,
    points,
    isEmpty: oldest === null,
    asked: await mostAsked(on, { days }),
    agents: {
      enrolled: agents[0]?.enrolled ?? 0,
      reporting: agents[0]?.reporting ?? 0,
      silentDays: silentAfterDays,
      silentCount: agents[0]?.silent ?? 0,
      silent: agents
        .filter(({ isSilent }) => isSilent)
        .map(({ name, project, last }) => ({ name, project, last: last?.toISOString() ?? null })),
    },
  };
}

function sumByVerdict(rows: readonly { readonly verdict: string; readonly all: number }[]) {
  const counts = { allow: 0, ask: 0, deny: 0 };
  for (const { verdict, all } of rows)
    if (verdict === 'allow' || verdict === 'ask' || verdict === 'deny') counts[verdict] += all;
  return counts;
}
