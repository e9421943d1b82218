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
  /** Of the project's policy; null where there is a baseline alone. */
  readonly version: number | null;
  readonly text: string | null;
  readonly baselineVersion: number | null;
  readonly baseline: string | null;
}

/** Which rules ask about a call, as the server finds on its own. */
export interface BindingRules {
  /** Their texts, and those that the agent named besides: naming more can only bind more. */
  readonly rules: readonly string[];
  /** Whether the server knows why it is asked. If not, every approval rule of the project binds. */
  readonly isKnown: boolean;
  /** What the agent left out. Absent when it said all. */
  readonly unsaid?: { readonly version: number; readonly rules: readonly string[] };
}

interface AskedCall {
  readonly project: string;
  readonly request: ApprovalRequest;
}

/**
 * From the policy in force and the call. What an agent says about its own question proves nothing: one that left a rule
 * out of its receipt got its question answered by one person instead of two.
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

/** While a version is rolled out to a share of the agents, an agent may obey either: both bind. */
function bindingRulesOf(
  request: ApprovalRequest,
  obeyed: readonly { readonly each: Obeyed; readonly decided: DecidedCall | undefined }[],
): BindingRules {
  const said = rulesSaid(request);
  // Where the policy cannot be read, or does not ask, something else does that the server cannot see.
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

/** Every rule that the receipt names. It is data from an agent: it may hold anything. */
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
