import { definedFields } from '@permesso/engine/call';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import { queries, type Connection } from '../database/query.ts';
import type { DecidedCall } from '../policy/index.ts';
import { decidedCalls } from './decided-calls.ts';

const policiesObeyed = queries(import.meta.dirname)<Obeyed, { projects: readonly string[] }>(
  'policies-obeyed.sql',
);

interface Obeyed {
  readonly project: string;
  /** The project's policy; null if there is only a baseline. */
  readonly version: number | null;
  readonly text: string | null;
  readonly baselineVersion: number | null;
  readonly baseline: string | null;
}

/** The rules that ask about a call, as determined by the server. */
export interface BindingRules {
  /** Their texts, and any others that the agent named: naming more can only bind more. */
  readonly rules: readonly string[];
  /** Whether the server knows why the call is asked about. If not, every approval rule of the project binds. */
  readonly isKnown: boolean;
  /** Rules that the agent left out. Absent if there are none. */
  readonly unsaid?: { readonly version: number; readonly rules: readonly string[] };
}

interface AskedCall {
  readonly project: string;
  readonly request: ApprovalRequest;
}

/**
 * Derived from the active policy and the call. An agent's own claims prove nothing: one that left a rule out of its
 * receipt got its request answered by one person instead of two.
 */
export async function bindingRules(
  on: Connection,
  asked: readonly AskedCall[],
): Promise<readonly BindingRules[]> {
  const obeyed = await policiesObeyed(on, { projects: [...new Set(asked.map(({ project }) => project))] });
  const byProject = Map.groupBy(obeyed, ({ project }) => project);
  const obeyedBy = (project: string): readonly Obeyed[] => byProject.get(project) ?? [];
  const decisions = decidedCalls(
    asked.flatMap(({ project, request: { call } }) => obeyedBy(project).map((pair) => ({ pair, call }))),
  );
  let at = 0;
  return asked.map(({ project, request }) => {
    const found = obeyedBy(project).map((each) => ({ each, decided: decisions[at++] }));
    return bindingRulesOf(request, found);
  });
}

/** While a version is rolled out to part of the agents, an agent may use either version: both bind. */
function bindingRulesOf(
  request: ApprovalRequest,
  obeyed: readonly { readonly each: Obeyed; readonly decided: DecidedCall | undefined }[],
): BindingRules {
  const said = rulesSaid(request);
  // If the policy cannot be read, or does not ask, then something asks that the server cannot see.
  const known = obeyed.flatMap(({ each, decided }) =>
    decided?.verdict === 'ask'
      ? [{ version: each.version ?? each.baselineVersion ?? 0, rules: decided.asking }]
      : [],
  );
  const rules = [...new Set([...known.flatMap((each) => each.rules), ...said])];
  const isKnown = obeyed.length > 0 && known.length === obeyed.length;
  const missing = known.map((each) => ({
    ...each,
    rules: each.rules.filter((rule) => !said.includes(rule)),
  }));
  const unsaid = missing.every((each) => each.rules.length > 0) ? missing.at(-1) : undefined;
  return { rules, isKnown, ...definedFields({ unsaid }) };
}

const mostRules = 200;

/** Every rule that the receipt names. Untrusted data from an agent, of any shape. */
function rulesSaid({ decision }: ApprovalRequest): readonly string[] {
  const { determining, parts } = fieldsOf(decision.receipt);
  const contributions = listOf(parts).flatMap((part) => listOf(fieldsOf(part)['contributions']));
  const named = [...listOf(determining), ...contributions.map((each) => fieldsOf(each)['rule'])];
  const texts = named.map((rule) => fieldsOf(rule)['text']).filter((each) => typeof each === 'string');
  return [...new Set(texts)].slice(0, mostRules);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
