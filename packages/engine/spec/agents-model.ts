/** Which agents a rule applies to. */
import { agentChain, type ToolCall } from '../src/call/tool-call.ts';
import type { Rule } from '../src/policy/rules/rule.ts';

/** `x` names the agent x and every agent of the program x, `x/y` the agent y of the program x; `!` excludes. */
export function speaksFor({ agents = [] }: Rule, agent: string, { host }: ToolCall): boolean {
  const called = host === undefined ? [agent] : [agent, host, `${host}/${agent}`];
  const names = (is: string) =>
    called.some((name) => (is.endsWith('*') ? name.startsWith(is.slice(0, -1)) : name === is));
  const wanted = agents.filter((is) => !is.startsWith('!'));
  const isExcepted = agents.some((is) => is.startsWith('!') && names(is.slice(1)));
  return !isExcepted && (wanted.length === 0 || wanted.some(names));
}

/** Each agent of the chain has an allow rule of its own, or a rule delegates to the last of them. */
export function forEveryone(rules: readonly Rule[], call: ToolCall): boolean {
  const chain = agentChain(call);
  return (
    chain.every((agent) => rules.some((rule) => speaksFor(rule, agent, call))) ||
    rules.some((rule) => rule.delegated && speaksFor(rule, chain[0], call))
  );
}
