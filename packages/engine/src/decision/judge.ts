import { definedFields } from '../call/defined-fields.ts';
import { stricter, type Verdict } from '../policy/rules/verdict.ts';
import type { Policy } from '../policy/policy.ts';
import type { Rule } from '../policy/rules/rule.ts';
import { hostGroups, sandboxOff, type SandboxHost } from '../policy/sandbox-settings.ts';
import { needOf } from '../sandbox/find-need.ts';
import { mayGoOn } from '../sandbox/part-fit.ts';
import { hasLabel, type Session } from '../session/session.ts';
import { besideSandboxed, judgePart, type Judgement } from './judge-part.ts';
import type { DecisionInput } from './decision-input.ts';
import type { ModeUsed } from './receipt.ts';
import { sandboxView, type SandboxView } from './sandbox-view.ts';

/** Applies the mode's row to each part and takes the strictest verdict. Never throws. */
export function judge(question: DecisionInput): Verdicts {
  const judged = judgeWithRegistries(question);
  if (judged.verdict === 'allow' || !isCodeApproved(question)) return judged;
  const outside = judgeLabelled(withoutSandbox(question));
  return outside.verdict === 'allow' ? outside : judged;
}

/**
 * A sandbox causes no asks that would not occur without it, as long as the code here is what the person approved: no unlisted
 * call inside has changed any of it, or can while the call runs. This does not hold for a sandbox set up by an organisation, which may want all code
 * inside.
 */
function isCodeApproved({ call, policy, world, runsSandboxed }: DecisionInput): boolean {
  const { use, governed } = policy.sandbox;
  const { proven, unapproved } = world.sandbox ?? {};
  const isKnown = runsSandboxed === true && proven === true && unapproved?.length === 0;
  return isKnown && use === 'on' && !governed && !mayGoOn(call);
}

/** Whether lasting rules allow each part, so that the call would run without a sandbox too. */
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
 * Every part may run without a sandbox and lacks inside only a package registry. That host is opened for this call, which is
 * less than the call could reach without a sandbox. Not done where code that nobody allowed would run beside it.
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
  // A sandbox with fewer hosts holds more rules, and held rules do not ask. A label must not gain a call this advantage.
  const unlabelled = judgeIn({ ...question, session: undefined });
  return stricter(judged.verdict, unlabelled.verdict) === judged.verdict ? judged : unlabelled;
}

/** A label only tightens: it never turns a deny into an ask, which an earlier answer would then allow. */
function judgeInSession(question: DecisionInput): Verdicts {
  const full = judgeIn(question);
  const over = full.judgements.flatMap(sessionRules);
  if (over.length === 0) return full;
  const bare = judgeIn({ ...question, policy: ofCallsAlone(question.policy) });
  const isOverruled = isDenied(bare) && !isDenied(full);
  // Code that a sandbox holds is not asked about.
  const isHeld = full.verdict !== 'allow' && isSandboxed(bare) && over.every(isAboutCode);
  return isOverruled || isHeld ? bare : full;
}

function isNarrowed({ sandbox }: Policy, session: Session): boolean {
  return sandbox.use !== 'off' && sandbox.after.some(({ label }) => hasLabel(session, label));
}

/** The policy without the rules over a session; its sandbox stays as narrow as the session makes it. */
function ofCallsAlone(policy: Policy): Policy {
  const { ask, deny } = policy.index;
  const index = { ...policy.index, ask: { ...ask, after: [] }, deny: { ...deny, after: [] } };
  return { ...policy, index };
}

function isDenied({ judgements }: Verdicts): boolean {
  return judgements.length === 0 || judgements.some(({ verdict }) => verdict === 'deny');
}

/** The rules that apply because of what happened in the session. */
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
  // Files are looked at only here: a profile that no engine can enforce sandboxes nothing.
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
  // The sandbox surrounds the whole call, so each of its parts has to work inside.
  const judgements = alone.some(({ sandboxed, needsSandbox }) => sandboxed === true || needsSandbox === true)
    ? alone.map((one) => besideSandboxed(one, mode.used))
    : alone;
  // A custom tool may find no parts at all; that must not count as nothing to check.
  const least: Verdict = judgements.length === 0 ? 'deny' : 'allow';
  const combined = judgements.reduce<Verdict>((worst, { verdict }) => stricter(worst, verdict), least);
  const nobodyToAsk = combined === 'ask' && !question.interactive;
  return {
    mode,
    judgements,
    // The parts that caused the verdict: for an ask that cannot be answered, those that asked.
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

/** A mode that the managed policy does not permit falls back to default, or to the first permitted mode. */
function modeUsed({ mode, policy }: DecisionInput): ModeUsed {
  const permitted = policy.restrictions.modes;
  if (permitted === undefined || permitted.includes(mode)) return { used: mode };
  return { used: permitted.includes('default') ? 'default' : (permitted[0] ?? 'dontAsk'), refused: mode };
}
