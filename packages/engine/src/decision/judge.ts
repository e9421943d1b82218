import { definedFields } from '../call/defined-fields.ts';
import { stricter, type Verdict } from '../policy/rules/verdict.ts';
import type { Policy } from '../policy/policy.ts';
import type { Rule } from '../policy/rules/rule.ts';
import { hostGroups, sandboxOff, type SandboxHost } from '../policy/sandbox-settings.ts';
import { needOf } from '../sandbox/find-need.ts';
import { hasLabel, type Session } from '../session/session.ts';
import { besideSandboxed, judgePart, type Judgement } from './judge-part.ts';
import type { DecisionInput } from './decision-input.ts';
import type { ModeUsed } from './receipt.ts';
import { sandboxView, type SandboxView } from './sandbox-view.ts';

/** The verdict alone, with what made it: the mode's row on each part, then the strictest. Total: never throws. */
export function judge(question: DecisionInput): Verdicts {
  const judged = judgeWithRegistries(question);
  if (judged.verdict === 'allow' || !isCodeApproved(question)) return judged;
  const outside = judgeLabelled(withoutSandbox(question));
  return outside.verdict === 'allow' ? outside : judged;
}

/**
 * A sandbox asks nothing that would not be asked without it, as long as the code here is what the person approved: nothing that ran
 * inside without a rule has changed any of it. Not where an organisation sets up the sandbox: it may want all code inside.
 */
function isCodeApproved({ policy, world, runsSandboxed }: DecisionInput): boolean {
  const { use, governed } = policy.sandbox;
  const { proven, unapproved } = world.sandbox ?? {};
  return use === 'on' && !governed && runsSandboxed === true && proven === true && unapproved?.length === 0;
}

/** Whether rules that last allow each part: without a sandbox the call would run, too. */
export function isAllowedByRules(question: DecisionInput): boolean {
  const grants = question.grants.filter(({ callKey }) => callKey === undefined);
  return judgeLabelled(withoutSandbox({ ...question, grants })).verdict === 'allow';
}

function withoutSandbox(question: DecisionInput): DecisionInput {
  return { ...question, policy: { ...question.policy, sandbox: sandboxOff } };
}

function judgeWithRegistries(question: DecisionInput): Verdicts {
  const judged = judgeLabelled(question);
  const hosts = ownRegistries(judged);
  if (hosts.length === 0) return judged;
  const { policy } = question;
  const sandbox = { ...policy.sandbox, hosts: [...policy.sandbox.hosts, ...hosts] };
  const opened = judgeLabelled({ ...question, policy: { ...policy, sandbox } });
  return isSandboxed(opened) ? opened : judged;
}

/**
 * Every part runs without a sandbox, and lacks inside only a host that serves packages: it is open to this call, which is less
 * than the call reaches without a sandbox. Not where code that nobody allowed would run beside it.
 */
function ownRegistries({ judgements, deciding, view }: Verdicts): readonly SandboxHost[] {
  if (view === undefined || deciding.length === 0 || deciding[0]?.verdict === 'allow') return [];
  if (judgements.some(({ step }) => step === 'sandbox')) return [];
  const lacking = deciding.map((judged) =>
    judged.step === 'unsandboxed' && judged.verdict === 'ask' ? registriesFor(judged) : [],
  );
  if (lacking.some((hosts) => hosts.length === 0)) return [];
  return lacking.flat().map((host) => ({ host, layer: 'call' }));
}

function registriesFor({ closedHost, part: { subject } }: Judgement): readonly string[] {
  const registries = hostGroups.get('registries') ?? [];
  if (closedHost !== 'registries') return registries.filter((each) => each === closedHost);
  const wanted = subject.kind === 'command' ? needOf(subject)?.hosts : undefined;
  return registries.filter((each) => wanted?.includes(each) !== false);
}

function judgeLabelled(question: DecisionInput): Verdicts {
  const judged = judgeInSession(question);
  const { session } = question;
  if (session === undefined || judged.verdict === 'deny' || !isNarrowed(question.policy, session))
    return judged;
  // A sandbox with fewer hosts holds more rules, and what it holds is not asked about: that is no gift of a label.
  const unlabelled = judgeIn({ ...question, session: undefined });
  return stricter(judged.verdict, unlabelled.verdict) === judged.verdict ? judged : unlabelled;
}

/** A label only tightens: it makes no question of what is denied, which an earlier answer would then allow. */
function judgeInSession(question: DecisionInput): Verdicts {
  const full = judgeIn(question);
  const over = full.judgements.flatMap(sessionRules);
  if (over.length === 0) return full;
  const bare = judgeIn({ ...question, policy: ofCallsAlone(question.policy) });
  const isOverruled = isDenied(bare) && !isDenied(full);
  // Nothing is asked about code that a sandbox holds.
  const isHeld = full.verdict !== 'allow' && isSandboxed(bare) && over.every(isAboutCode);
  return isOverruled || isHeld ? bare : full;
}

function isNarrowed({ sandbox }: Policy, session: Session): boolean {
  return sandbox.use !== 'off' && sandbox.after.some(({ label }) => hasLabel(session, label));
}

/** Without the rules over a session; its sandbox stays as narrow as the session makes it. */
function ofCallsAlone(policy: Policy): Policy {
  const { ask, deny } = policy.index;
  const index = { ...policy.index, ask: { ...ask, after: [] }, deny: { ...deny, after: [] } };
  return { ...policy, index };
}

function isDenied({ judgements }: Verdicts): boolean {
  return judgements.length === 0 || judgements.some(({ verdict }) => verdict === 'deny');
}

/** Those that hold because of what happened in the session. */
export function sessionRules({ matched: { deny, mayDeny, ask } }: Judgement): readonly Rule[] {
  return [...deny, ...mayDeny, ...ask].filter(({ after }) => after !== undefined);
}

function isAboutCode({ verdict, pattern }: Rule): boolean {
  return verdict === 'ask' && pattern.about === 'effect' && pattern.effect === 'run-other';
}

function judgeIn(question: DecisionInput): Verdicts {
  const mode = modeUsed(question);
  const view = sandboxView(question, mode.used);
  const first = judgeParts(question, { mode, view });
  if (view === undefined || !isSandboxed(first)) return first;
  // Only now are files looked at: a profile that no engine can keep to sandboxes nothing.
  const [problem] = view.derived().problems;
  return problem === undefined ? first : judgeParts(question, { mode, view: { ...view, whyNot: problem } });
}

export function isSandboxed({ verdict, judgements }: Pick<Verdicts, 'verdict' | 'judgements'>): boolean {
  return verdict === 'allow' && judgements.some(({ sandboxed }) => sandboxed === true);
}

function judgeParts(
  question: DecisionInput,
  { mode, view }: { readonly mode: ModeUsed; readonly view: SandboxView | undefined },
): Verdicts {
  const alone = question.facts.parts.map((part) => judgePart(question, part, { mode: mode.used, view }));
  // The sandbox is around the whole call, so each of its parts has to work there.
  const judgements = alone.some(({ sandboxed, needsSandbox }) => sandboxed === true || needsSandbox === true)
    ? alone.map((one) => besideSandboxed(one, mode.used))
    : alone;
  // A tool without types may find no part at all; nothing found is never nothing to see.
  const least: Verdict = judgements.length === 0 ? 'deny' : 'allow';
  const combined = judgements.reduce<Verdict>((worst, { verdict }) => stricter(worst, verdict), least);
  const nobodyToAsk = combined === 'ask' && !question.interactive;
  return {
    mode,
    judgements,
    // The parts that made it so: for an ask that nobody can answer, those that asked.
    deciding: judgements.filter(({ verdict }) => verdict === combined),
    verdict: nobodyToAsk ? 'deny' : combined,
    nobodyToAsk,
    ...definedFields({ view }),
  };
}

export interface Verdicts {
  readonly mode: ModeUsed;
  readonly judgements: readonly Judgement[];
  readonly deciding: readonly Judgement[];
  readonly verdict: Verdict;
  readonly nobodyToAsk: boolean;
  /** Present where the policy runs calls sandboxed. */
  readonly view?: SandboxView;
}

/** A mode that the managed policy does not permit falls back to default, or to the first that it does permit. */
function modeUsed({ mode, policy }: DecisionInput): ModeUsed {
  const permitted = policy.restrictions.modes;
  if (permitted === undefined || permitted.includes(mode)) return { used: mode };
  return { used: permitted.includes('default') ? 'default' : (permitted[0] ?? 'dontAsk'), refused: mode };
}
