import { type Connection, queries } from '../database/query.ts';
import type { PolicyPair } from './threads/policy-jobs.ts';
import { existing } from '../route/problem.ts';

interface PolicyRow {
  readonly number: number | null;
  readonly text: string | null;
  readonly baselineNumber: number | null;
  readonly baseline: string | null;
  readonly frozen: string | null;
}

const findPolicy = queries(import.meta.dirname)<PolicyRow, { project: string }>('policy-in-force.sql');

export interface InForce {
  /** Absent if nothing was published yet. */
  readonly number?: number;
  /** The active version of the organisation's baseline. */
  readonly baseline?: number;
  readonly pair: PolicyPair;
  readonly frozen?: string;
}

export async function policyInForce(on: Connection, project: string): Promise<InForce> {
  const row = await existing(findPolicy(on, { project }), 'project');
  return {
    pair: { text: row.text, baseline: row.baseline },
    ...(row.number === null ? {} : { number: row.number }),
    ...(row.baselineNumber === null ? {} : { baseline: row.baselineNumber }),
    ...(row.frozen === null ? {} : { frozen: row.frozen }),
  };
}
