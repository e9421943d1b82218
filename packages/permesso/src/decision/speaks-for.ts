import { agentChain, type ToolCall } from '../call/tool-call.ts';
import type { Rule } from '../policy/rule.ts';
import { matchesVisibility } from '../policy/visibility.ts';

function names(rule: Rule, agent: string): boolean {
  return rule.agents === undefined || rule.agents.some((pattern) => matchesVisibility(pattern, agent));
}

/** A restriction on an agent also binds whoever it starts. */
export function bindsCaller(rule: Rule, call: ToolCall): boolean {
  return agentChain(call).some((agent) => names(rule, agent));
}

/**
 * The ceiling: a sub-agent may do what each agent above it may do as well, or what a rule hands to it by name. Each
 * agent of the chain needs some allow rule of its own; they need not share one.
 */
export function withinCeiling(rules: readonly Rule[], call: ToolCall): boolean {
  const chain = agentChain(call);
  if (rules.some((rule) => rule.delegated && names(rule, chain[0]))) return true;
  return chain.every((agent) => rules.some((rule) => names(rule, agent)));
}
