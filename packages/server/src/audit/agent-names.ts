import { queries } from '../database/query.ts';

/** An agent's owner and names for people: another store cannot look these up later. */
export interface AgentNames {
  readonly agent: string;
  readonly organisation: string;
  readonly project: string;
  readonly machine: string;
  readonly owner: string | null;
  /** The version that is active in the project. */
  readonly policyVersion: number | null;
}

export const agentNames = queries(import.meta.dirname)<AgentNames, { readonly agents: readonly string[] }>(
  'agent-names.sql',
);
