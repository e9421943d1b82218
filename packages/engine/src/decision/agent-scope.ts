import { agentChain, type ToolCall } from '../call/tool-call.ts';
import type { Rule } from '../policy/rules/rule.ts';
import { matchesVisibility } from '../policy/visibility.ts';

/** A rule may name an agent by its own name, by the program it runs in, or by both: `reviewer`, `opencode`, `opencode/reviewer`. */
function names({ agents }: Rule, agent: string, { host }: ToolCall): boolean {
  if (agents === undefined) return true;
  const known = host === undefined ? [agent] : [agent, host, `${host}/${agent}`];
  const isNamed = (pattern: string): boolean => known.some((name) => matchesVisibility(pattern, name));
  if (agents.some((pattern) => pattern.startsWith('!') && isNamed(pattern.slice(1)))) return false;
  const wanted = agents.filter((pattern) => !pattern.startsWith('!'));
  return wanted.length === 0 || wanted.some(isNamed);
}

/** A restriction on an agent also binds every agent that it starts. */
export function appliesToAgent(rule: Rule, call: ToolCall): boolean {
  return agentChain(call).some((agent) => names(rule, agent, call));
}

/**
 * The ceiling: a sub-agent may do only what every agent above it may do, or what a rule grants it by name. Each agent of the
 * chain needs an allow rule of its own; they need not share one.
 */
export function allowedForWholeChain(rules: readonly Rule[], call: ToolCall): boolean {
  const chain = agentChain(call);
  if (rules.some((rule) => rule.delegated && names(rule, chain[0], call))) return true;
  return chain.every((agent) => rules.some((rule) => names(rule, agent, call)));
}
