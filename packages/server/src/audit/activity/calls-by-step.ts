import { countedSpan } from '../counted-span.ts';
import { queries, type Connection } from '../../database/query.ts';

export interface CallFilter {
  readonly verdict?: string | undefined;
  readonly tool?: string | undefined;
  readonly agent?: string | undefined;
  readonly project?: string | undefined;
}

interface StepOfCalls {
  /** The step's start, in milliseconds since the epoch. */
  readonly at: number;
  readonly verdict: string;
  readonly all: number;
  /** Calls that pass the filter. */
  readonly matched: number;
}

const barsOf = queries(import.meta.dirname)<
  StepOfCalls,
  {
    from: Date;
    to: Date;
    firstDay: string;
    lastDay: string;
    step: number;
    /** Bars are whole days: no finer counts are needed. */
    inDays: boolean;
    verdict: string | null;
    tool: string | null;
    agent: string | null;
    project: string | null;
  }
>('activity-bars.sql', { isPlannedEachTime: true });

const dayMs = 86_400_000;

export interface StepsOptions {
  /** Both are multiples of the step. */
  readonly from: number;
  readonly to: number;
  /** A multiple of half an hour. */
  readonly step: number;
  readonly filter?: CallFilter;
}

/** Calls by step and verdict, from counts: no entries are read. */
export function callsByStep(
  on: Connection,
  { from, to, step, filter = {} }: StepsOptions,
): Promise<readonly StepOfCalls[]> {
  const { verdict = null, tool = null, agent = null, project = null } = filter;
  const { firstDay, lastDay } = countedSpan({ from, to, now: to });
  return barsOf(on, {
    from: new Date(from),
    to: new Date(to),
    firstDay,
    lastDay,
    step,
    inDays: step % dayMs === 0,
    verdict,
    tool,
    agent,
    project,
  });
}
