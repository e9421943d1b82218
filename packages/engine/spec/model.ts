/**
 * The decision as an obvious model: no index, no table, one `if` for each arrow of the flow charts. Tests compare it with the
 * engine on random inputs. Whether the text of a rule matches one part is taken from the engine and tested separately;
 * everything else is written a second time, conditions in `conditions.ts`.
 */
import { agentChain } from '../src/call/tool-call.ts';
import type { Part } from '../src/facts/part.ts';
import type { Grant } from '../src/decision/grant.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import type { Rule } from '../src/policy/rules/rule.ts';
import { forEveryone, speaksFor } from './agents-model.ts';
import { coveringEffects } from './effects-model.ts';
import { exhausted, isInForce } from './limit-model.ts';
import { covers, targetOf, touches, whenHolds } from './match.ts';
import { boxOf, lackedBy, outside, runs, withSandbox, type Box } from './sandbox-model.ts';
import { holdsIn, isHeldInside, isSure, seenBy } from './session-model.ts';

const order = ['allow', 'ask', 'deny'] as const;
type Verdict = (typeof order)[number];
type Outcome = readonly [Verdict, step: string, because: readonly string[], inside?: 'sandboxed'];

export interface ModelAnswer {
  readonly verdict: Verdict;
  /** For each part, the step that decided and its verdict. */
  readonly parts: readonly string[];
  /** Keys of the deciding rules, sorted. */
  readonly determining: readonly string[];
}

export function model(question: DecisionInput): ModelAnswer {
  const { verdict, parts, determining } = withSandbox(question, labelled);
  return { verdict, parts, determining };
}

function labelled(question: DecisionInput): ReturnType<typeof modelOf> {
  const full = modelOf(question);
  const rules = question.policy.rules.filter(({ after }) => after === undefined);
  const bare = modelOf({ ...question, policy: { ...question.policy, rules } });
  // A label never turns a deny into an ask, and causes no asks about code that a sandbox holds.
  const isHeld = full.verdict !== 'allow' && bare.isInside && full.session.every(isHeldInside);
  const judged = (bare.isDenied && !full.isDenied) || isHeld ? bare : full;
  // Nor does a label loosen anything by narrowing the sandbox.
  const unlabelled = modelOf({ ...question, session: undefined });
  const isLooser = order.indexOf(judged.verdict) < order.indexOf(unlabelled.verdict);
  return isLooser ? unlabelled : judged;
}

function modelOf(question: DecisionInput) {
  const first = decideParts(question, { works: true });
  const isInside =
    first.every(([is]) => is === 'allow') && first.some(([, , , inside]) => inside !== undefined);
  const isBroken = isInside && (question.sandboxProfile?.(question.mode).problems.length ?? 0) > 0;
  const outcomes = isBroken ? decideParts(question, { works: false }) : first;
  const has = (wanted: Verdict) => outcomes.some(([verdict]) => verdict === wanted);
  const worst: Verdict = has('deny') ? 'deny' : has('ask') ? 'ask' : 'allow';
  return {
    lacked: isBroken ? [] : lackedBy(question, outcomes),
    isInside: isInside && !isBroken,
    isDenied: worst === 'deny',
    session: question.facts.parts.flatMap((part) => look(question, part).session),
    verdict: worst === 'ask' && !question.interactive ? ('deny' as const) : worst,
    parts: outcomes.map(([is, step, , inside = '']) => `${step}: ${is} ${inside}`),
    determining: [...new Set(outcomes.flatMap(([is, , because]) => (is === worst ? because : [])))].sort(),
  };
}

/** One sandboxed part sandboxes the whole call; parts that cannot run there are asked about. */
function decideParts(question: DecisionInput, { works }: { works: boolean }): readonly Outcome[] {
  const mode = usedMode(question);
  const decided = question.facts.parts.map((part) => {
    const seen = look(question, part);
    const box = boxOf(question, part, { mode, mayDeny: seen.mayDenyRules, works });
    const signals = box?.keepsDenies === true ? { ...seen, mayDeny: [], mayDenyOpen: [] } : seen;
    const outcome = decidePart(question, part, { signals, box });
    const isTaken = box?.takes === true && mode === 'explore';
    const held = box?.keepsDenies === true && seen.mayDenyOpen.length > 0;
    const goesIn = isTaken || (box?.fits === true && (held || (!box.bare && !seen.mayLeave)));
    if (box === undefined || outcome[0] !== 'allow')
      return { outcome, stuck: false, inside: outcome[0] === 'ask' && goesIn };
    const where = outcome[1] === 'sandbox' ? 'inside' : runs(box, { held, mayLeave: seen.mayLeave });
    const inside = where === 'inside';
    const stuck = !inside && !box.fits && !seen.outsideAnswered;
    const [verdict, step, because] = where === 'cannot' ? outside(mode) : outcome;
    return {
      outcome: [verdict, step, because, ...(inside ? ['sandboxed'] : [])] as unknown as Outcome,
      stuck,
      inside,
    };
  });
  const isAround = decided.some(({ inside }) => inside);
  return decided.map(({ outcome, stuck }) => (isAround && stuck ? outside(mode) : outcome));
}

type Signals = ReturnType<typeof look>;

function decidePart(
  question: DecisionInput,
  part: Part,
  { signals, box }: { signals: Signals; box: Box | undefined },
): Outcome {
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
    if (box?.takes === true) return ['allow', 'sandbox', []];
    // Only an answer given in this same mode gets here: the person approved what the mode would refuse.
    return ask.length > 0 ? ['allow', 'allowRule', signals.granted] : ['deny', 'otherwise', []];
  }
  if (mode === 'dontAsk') {
    if (mayDeny.length > 0) return ['deny', 'mayDeny', mayDeny];
    if (ask.length > 0) return ['deny', 'ask', ask];
    if (part.guard !== undefined) return ['deny', 'guard', []];
    if (check === 'allow') return ['allow', 'checkAllow', []];
    if (check === 'deny') return ['deny', 'checkDeny', []];
    if (check === 'safety' || check === 'ask') return ['deny', check === 'ask' ? 'checkAsk' : check, []];
    if (allow.length > 0) return ['allow', 'allowRule', allow];
    return box?.takes === true ? ['allow', 'sandbox', []] : ['deny', 'otherwise', []];
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
  if (box?.takes === true) return ['allow', 'sandbox', []];
  return [question.policy.unlisted === 'deny' ? 'deny' : 'ask', 'otherwise', []];
}

function look(question: DecisionInput, part: Part) {
  const { policy, call, facts, world } = question;
  const target = targetOf(part, { call, facts, world });
  const chain = agentChain(call);
  const fresh = policy.rules.filter((rule) => isInForce(rule, question));
  const live = fresh.filter((rule) => chain.some((agent) => speaksFor(rule, agent, call)));
  const matching = (verdict: Verdict, wanted: readonly string[]) =>
    [...live, ...exhausted(live, question, part)].filter(
      (rule) =>
        rule.verdict === verdict &&
        wanted.includes(touches(rule, seenBy(rule, target))) &&
        isSure(rule, touches(rule, seenBy(rule, target))) &&
        holdsIn(rule, question, target),
    );
  const deny = matching('deny', ['yes']).map(keyOf);
  const mayDenyRules = matching('deny', ['may']);
  const mayDeny = mayDenyRules.map(keyOf);
  const ask = matching('ask', ['yes', 'may']).map(keyOf);

  const covering = (rules: readonly Rule[]) => rules.filter((rule) => covers(rule, target));
  const onlyManaged = policy.restrictions.onlyManagedAllow;
  const usable = live.filter(
    (rule) =>
      rule.verdict === 'allow' && rule.origin.trusted && (!onlyManaged || rule.origin.layer === 'managed'),
  );
  // One rule that covers the whole part, or several that cover each of its effects.
  const alone = covering(usable);
  const byEffect = coveringEffects(
    usable.filter((rule) => whenHolds(rule, target)),
    target,
  );
  const mayAll = (chosen: (rule: Rule) => boolean) =>
    byEffect.length > 0 && byEffect.every((rules) => forEveryone(rules.filter(chosen), call));
  const allowing = [
    ...(forEveryone(alone, call) ? alone : []),
    ...(mayAll(() => true) ? byEffect.flat() : []),
  ];
  const leaves = ({ unsandboxed, origin }: Rule) =>
    unsandboxed === true &&
    (!policy.sandbox.governed || origin.layer === 'managed' || origin.layer === 'team');

  const grants = question.grants.filter((grant) => isLive(grant, question));
  const granted = grants.flatMap(({ id, callKey, rules }) =>
    callKey === undefined ? covering(rules).map(keyOf) : [id],
  );
  const isAnswered = (because: string, name: string | false) =>
    grants.some(({ answers, callKey, rules }) => {
      const given = answers.some(
        (to) => to.because === because && ('rule' in to ? to.rule : 'code' in to && to.code) === name,
      );
      return given && (callKey !== undefined || (because === 'ask-rule' && covering(rules).length > 0));
    });

  const outsideAnswered = isAnswered('unsandboxed', false);
  return {
    deny,
    session: [...matching('deny', ['yes', 'may']), ...matching('ask', ['yes', 'may'])].filter(
      ({ after }) => after,
    ),
    mayDenyRules,
    outsideAnswered,
    mayLeave: outsideAnswered || forEveryone(alone.filter(leaves), call) || mayAll(leaves),
    mayDeny,
    ask,
    mayDenyOpen: mayDeny.filter((key) => !isAnswered('deny-may-match', key)),
    askOpen: ask.filter((key) => !isAnswered('ask-rule', key)),
    guardAnswered: part.guard !== undefined && isAnswered('safety', `guard-${part.guard.code}`),
    safetyAnswered: part.check.outcome === 'safety' && isAnswered('safety', part.check.code),
    granted,
    allow: [...allowing.map(keyOf), ...granted],
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
  const immune = grant.answers.some(({ because }) =>
    ['safety', 'deny-may-match', 'unsandboxed'].includes(because),
  );
  return !immune || grant.scope === 'once' || grant.scope === 'session';
}
