import { queries } from '../database/query.ts';

/** Whose an agent is, as people know it: in another store nobody could ask for that any more. */
export interface AgentNames {
  readonly agent: string;
  readonly organisation: string;
  readonly project: string;
  readonly machine: string;
  readonly owner: string | null;
  /** The version that is in force in the project. */
  readonly policyVersion: number | null;
}

export const agentNames = queries(import.meta.dirname)<AgentNames, { readonly agents: readonly string[] }>(
  'agent-names.sql',
);
