/**
 * The decision as an obvious model: no index, no table, one `if` for each arrow of the flow charts. The engine and
 * this page are compared on random questions for ever. Whether the text of a rule matches one part is taken from the
 * engine and tested on its own; everything else is written a second time, conditions in `conditions.ts`.
 */
import { agentChain } from '../src/call/tool-call.ts';
import type { Part } from '../src/facts/part.ts';
import type { Grant } from '../src/decision/grant.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import type { Rule } from '../src/policy/rules/rule.ts';
import { covers, targetOf, touches } from './match.ts';

type Verdict = 'allow' | 'ask' | 'deny';
type Outcome = readonly [Verdict, step: string, because: readonly string[]];

export interface ModelAnswer {
  readonly verdict: Verdict;
  /** For each part, the step that decided and its verdict. */
  readonly parts: readonly string[];
  /** Keys of the rules that made the verdict, sorted. */
  readonly determining: readonly string[];
}

export function model(question: DecisionInput): ModelAnswer {
  const outcomes = question.facts.parts.map((part) => decidePart(question, part));
  const has = (wanted: Verdict) => outcomes.some(([verdict]) => verdict === wanted);
  const worst: Verdict = has('deny') ? 'deny' : has('ask') ? 'ask' : 'allow';
  return {
    verdict: worst === 'ask' && !question.interactive ? 'deny' : worst,
    parts: outcomes.map(([verdict, step]) => `${step}: ${verdict}`),
    determining: [...new Set(outcomes.flatMap(([is, , because]) => (is === worst ? because : [])))].sort(),
  };
}

function decidePart(question: DecisionInput, part: Part): Outcome {
  const signals = look(question, part);
  const { deny, mayDeny, ask, mayDenyOpen, askOpen, allow } = signals;
  const check = signals.check === 'allow' && question.policy.unlisted === 'deny' ? 'pass' : signals.check;
  const mode = usedMode(question);
  if (question.frozen !== undefined) return ['deny', 'frozen', []];
  if (deny.length > 0) return ['deny', 'deny', deny];
  if (mode === 'explore') {
    if (mayDeny.length > 0) return ['deny', 'mayDeny', mayDeny];
    if (part.guard !== undefined) return ['deny', 'guard', []];
    if (askOpen.length > 0) return ['ask', 'ask', askOpen];
    if (part.readOnly) return ['allow', 'readOnly', []];
    // Only an answer given in this very mode reaches here: the person said yes to what the mode would refuse.
    return ask.length > 0 ? ['allow', 'allowRule', signals.granted] : ['deny', 'otherwise', []];
  }
  if (mode === 'dontAsk') {
    if (mayDeny.length > 0) return ['deny', 'mayDeny', mayDeny];
    if (ask.length > 0) return ['deny', 'ask', ask];
    if (part.guard !== undefined) return ['deny', 'guard', []];
    if (check === 'allow') return ['allow', 'checkAllow', []];
    if (check === 'deny') return ['deny', 'checkDeny', []];
    if (check === 'safety' || check === 'ask') return ['deny', check === 'ask' ? 'checkAsk' : check, []];
    return allow.length > 0 ? ['allow', 'allowRule', allow] : ['deny', 'otherwise', []];
  }
  const harmless = mode === 'acceptEdits' && part.readOnly;
  if (check === 'deny' && !harmless) return ['deny', 'checkDeny', []]; // No answer could make the tool run it.
  if (mayDenyOpen.length > 0) return ['ask', 'mayDeny', mayDenyOpen];
  if (askOpen.length > 0) return ['ask', 'ask', askOpen];
  if (part.guard !== undefined && !signals.guardAnswered) return ['ask', 'guard', []];
  if (harmless) return ['allow', 'readOnly', []];
  if (check === 'allow') return ['allow', 'checkAllow', []];
  if (mode === 'bypass') return ['allow', 'otherwise', []];
  if (check === 'safety' && !signals.safetyAnswered) return ['ask', 'safety', []];
  if (mode === 'acceptEdits' && part.insideEdit) return ['allow', 'edit', []];
  if (allow.length > 0) return ['allow', 'allowRule', allow];
  return [question.policy.unlisted === 'deny' ? 'deny' : 'ask', 'otherwise', []];
}

function look(question: DecisionInput, part: Part) {
  const { policy, call, facts, world } = question;
  const target = targetOf(part, { call, facts, world });
  const chain = agentChain(call);
  const fresh = policy.rules.filter(({ expires }) => expires === undefined || world.now < expires);
  const live = fresh.filter((rule) => chain.some((agent) => speaksFor(rule, agent, call)));
  const matching = (verdict: Verdict, wanted: readonly string[]) =>
    live.filter((rule) => rule.verdict === verdict && wanted.includes(touches(rule, target))).map(keyOf);
  const deny = matching('deny', ['yes']);
  const mayDeny = matching('deny', ['may']);
  const ask = matching('ask', ['yes', 'may']);

  const covering = (rules: readonly Rule[]) => rules.filter((rule) => covers(rule, target));
  const onlyManaged = policy.restrictions.onlyManagedAllow;
  const allowing = covering(live).filter(
    ({ verdict, origin }) =>
      verdict === 'allow' && origin.trusted && (!onlyManaged || origin.layer === 'managed'),
  );
  const everyoneAllowed =
    chain.every((agent) => allowing.some((rule) => speaksFor(rule, agent, call))) ||
    allowing.some((rule) => rule.delegated && speaksFor(rule, chain[0], call));

  const grants = question.grants.filter((grant) => isLive(grant, question));
  const granted = grants.flatMap(({ id, callKey, rules }) =>
    callKey === undefined ? covering(rules).map(keyOf) : [id],
  );
  const isAnswered = (because: string, name: string) =>
    grants.some(({ answers, callKey, rules }) => {
      const given = answers.some(
        (to) => to.because === because && ('rule' in to ? to.rule : 'code' in to && to.code) === name,
      );
      return given && (callKey !== undefined || (because === 'ask-rule' && covering(rules).length > 0));
    });

  return {
    deny,
    mayDeny,
    ask,
    mayDenyOpen: mayDeny.filter((key) => !isAnswered('deny-may-match', key)),
    askOpen: ask.filter((key) => !isAnswered('ask-rule', key)),
    guardAnswered: part.guard !== undefined && isAnswered('safety', `guard-${part.guard.code}`),
    safetyAnswered: part.check.outcome === 'safety' && isAnswered('safety', part.check.code),
    granted,
    allow: [...(everyoneAllowed ? allowing.map(keyOf) : []), ...granted],
    check: part.check.outcome,
  };
}

const keyOf = ({ key }: Rule): string => key;

function usedMode({ mode, policy }: Pick<DecisionInput, 'mode' | 'policy'>): string {
  const permitted = policy.restrictions.modes;
  if (permitted === undefined || permitted.includes(mode)) return mode;
  return permitted.includes('default') ? 'default' : (permitted[0] ?? 'dontAsk');
}

function isLive(grant: Grant, { call, callKey, world, mode, policy }: DecisionInput): boolean {
  if (grant.expires !== undefined && world.now >= grant.expires) return false;
  if (grant.project !== undefined && grant.project !== world.project) return false;
  if (grant.session !== undefined && grant.session !== call.session) return false;
  if (grant.callKey !== undefined && grant.callKey !== callKey) return false;
  if (grant.owner?.tenant !== call.owner?.tenant || grant.owner?.user !== call.owner?.user) return false;
  if (grant.pin !== undefined) {
    const { server, tool, pin } = grant.pin;
    const now = call.mcp ?? (call.tool === `mcp__${server}__${tool}` ? { server, tool } : undefined);
    if (now?.server === server && now.tool === tool && now.pin !== pin) return false;
  }
  if (usedMode({ mode, policy }) === 'explore' && grant.givenIn !== 'explore') return false;
  const justNow = grant.scope === 'once' && grant.callKey !== undefined;
  if (policy.restrictions.onlyManagedAllow && !justNow) return false;
  const immune = grant.answers.some(({ because }) => because === 'safety' || because === 'deny-may-match');
  return !immune || grant.scope === 'once' || grant.scope === 'session';
}

/** `x` names the agent x and every agent of the program x, `x/y` the agent y of the program x; `!` excepts. */
function speaksFor({ agents = [] }: Rule, agent: string, { host }: DecisionInput['call']): boolean {
  const called = host === undefined ? [agent] : [agent, host, `${host}/${agent}`];
  const names = (is: string) =>
    called.some((name) => (is.endsWith('*') ? name.startsWith(is.slice(0, -1)) : name === is));
  const wanted = agents.filter((is) => !is.startsWith('!'));
  const isExcepted = agents.some((is) => is.startsWith('!') && names(is.slice(1)));
  return !isExcepted && (wanted.length === 0 || wanted.some(names));
}
