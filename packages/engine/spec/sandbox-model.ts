/**
 * The sandbox in the model: which parts it allows, which it forces inside, and the result for a call with both kinds. Whether a
 * sandbox can run a part, whether a part may run outside, and whether it enforces a deny rule are taken from the engine and
 * tested separately.
 */
import type { Part } from '../src/facts/part.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import type { Policy } from '../src/policy/policy.ts';
import type { Rule } from '../src/policy/rules/rule.ts';
import { hostGroups, type SandboxHost } from '../src/policy/sandbox-settings.ts';
import { isDenialHeld } from '../src/sandbox/denial-held.ts';
import { openPlaces } from '../src/sandbox/derive-profile.ts';
import { isOlder } from '../src/sandbox/older-version.ts';
import { needOf } from '../src/sandbox/find-need.ts';
import { unfitReason } from '../src/sandbox/part-fit.ts';
import { staysBare } from '../src/sandbox/stays-bare.ts';

export interface Box {
  /** A call that no rule decides is allowed inside. */
  readonly takes: boolean;
  /** The sandbox enforces deny rules that may match, so they cause no asks. */
  readonly keepsDenies: boolean;
  readonly fits: boolean;
  readonly bare: boolean;
}

/** Undefined where the policy does not use sandboxes, and in bypass. */
export function boxOf(
  question: DecisionInput,
  part: Part,
  { mode, mayDeny, works }: { mode: string; mayDeny: readonly Rule[]; works: boolean },
): Box | undefined {
  const { world, call, facts } = question;
  const policy = { ...question.policy, sandbox: narrowed(question) };
  if (policy.sandbox.use === 'off' || mode === 'bypass') return undefined;
  const reach = openPlaces({ policy, world, mode: mode === 'explore' ? 'explore' : 'default' });
  const { version = '' } = world.sandbox ?? {};
  const isNew = policy.sandbox.atLeast.every((wanted) => !isOlder(version, wanted));
  const isThere = question.runsSandboxed === true && world.sandbox?.proven === true && isNew;
  const isWorking = works && isThere && reach.problems.length === 0;
  const unfit = unfitReason(part, { call, facts, world, reach });
  const fits = isWorking && (unfit === undefined || unfit.isPossible === true);
  const holds = isWorking && unfit === undefined;
  const isListed = policy.sandbox.modes.some((each) => each === mode);
  const answers = mode === 'default' || mode === 'acceptEdits' || isListed;
  return {
    takes: holds && answers && policy.unlisted === 'ask',
    keepsDenies: holds && answers && mayDeny.every((rule) => isDenialHeld(rule, reach)),
    fits,
    bare: staysBare(part, world),
  };
}

/** The sandbox of a session: only hosts that all its labels leave open. */
function narrowed({ policy: { sandbox }, session }: DecisionInput): DecisionInput['policy']['sandbox'] {
  if (session === undefined) return { ...sandbox, after: [] };
  const has = new Set(session.labels.map(({ label }) => label));
  let { hosts } = sandbox;
  for (const { label, hosts: open } of sandbox.after)
    if (has.has(label) || session.unreadable !== undefined)
      hosts = hosts.filter(({ host }) =>
        open.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1)))),
      );
  return { ...sandbox, hosts, after: [] };
}

/** Package registries, where they are all that a part lacks inside and the person may open them. */
function lackedRegistries(question: DecisionInput, part: Part): readonly string[] {
  const { world, call, facts } = question;
  const policy = { ...question.policy, sandbox: narrowed(question) };
  const mode = question.mode === 'explore' ? 'explore' : 'default';
  const unfit = unfitReason(part, { call, facts, world, reach: openPlaces({ policy, world, mode }) });
  const registries = hostGroups.get('registries') ?? [];
  const host = unfit?.host ?? '';
  const wanted = host === 'registries' ? registries : registries.filter((each) => each === host);
  const hosts = wanted.map((each) => ({ host: each, layer: 'user' as const }));
  const opened = narrowed({ ...question, policy: withHosts(question.policy, hosts) });
  const open = openPlaces({ policy: { ...policy, sandbox: opened }, world, mode: 'default' }).hosts;
  if (policy.sandbox.governed || !wanted.every((each) => open.includes(each))) return [];
  const named =
    host === 'registries' && part.subject.kind === 'command' ? needOf(part.subject)?.hosts : wanted;
  return wanted.filter((each) => named?.includes(each) !== false);
}

/** Everything that keeps parts from running inside, where each part is allowed and none because of the sandbox. */
export function lackedBy(
  question: DecisionInput,
  outcomes: readonly (readonly [verdict: string, step: string, ...unknown[]])[],
): readonly string[] {
  const isAllowed = outcomes.every(([is, step]) =>
    is === 'ask' ? step === 'unsandboxed' : is === 'allow' && step !== 'sandbox',
  );
  const asked = question.facts.parts.filter((_, at) => outcomes[at]?.[0] === 'ask');
  const lacked = asked.map((part) => lackedRegistries(question, part));
  return isAllowed && lacked.every((hosts) => hosts.length > 0) ? lacked.flat() : [];
}

/** Decides again with these hosts open. */
function withOwnRegistries<T extends { lacked: readonly string[]; isInside: boolean }>(
  question: DecisionInput,
  judge: (question: DecisionInput) => T,
): T {
  const judged = judge(question);
  if (judged.lacked.length === 0) return judged;
  const hosts = judged.lacked.map((host) => ({ host, layer: 'call' as const }));
  const { policy } = question;
  const opened = judge({ ...question, policy: withHosts(policy, [...policy.sandbox.hosts, ...hosts]) });
  return opened.isInside ? opened : judged;
}

function withHosts(policy: Policy, hosts: readonly SandboxHost[]): Policy {
  return { ...policy, sandbox: { ...policy.sandbox, hosts } };
}

/** If nothing that ran inside has changed the person's code, the sandbox causes no asks that would not occur without it. */
export function withSandbox<T extends { lacked: readonly string[]; isInside: boolean; verdict: string }>(
  question: DecisionInput,
  judge: (question: DecisionInput) => T,
): T {
  const judged = withOwnRegistries(question, judge);
  const { policy, world, runsSandboxed } = question;
  if (judged.verdict === 'allow' || policy.sandbox.use !== 'on' || policy.sandbox.governed) return judged;
  if (runsSandboxed !== true || world.sandbox?.proven !== true) return judged;
  if (world.sandbox.unapproved === undefined || world.sandbox.unapproved.length > 0) return judged;
  if (goesOn(question.call.input)) return judged;
  const bare = judge({ ...question, policy: { ...policy, sandbox: { ...policy.sandbox, use: 'off' } } });
  return bare.verdict === 'allow' ? bare : judged;
}

/** While it runs, a later call may change what it loads. */
function goesOn({
  command,
  run_in_background: background,
  ...more
}: DecisionInput['call']['input']): boolean {
  const known = ['description', 'timeout'];
  if (background !== undefined && background !== false) return true;
  if (Object.keys(more).some((name) => !known.includes(name))) return true;
  const text = String(command).replaceAll(/&&|[<>]&|&>/gu, '');
  return text.includes('&') || /\bsetsid\b/u.test(text);
}

export type Boxed = 'inside' | 'outside' | 'cannot';

/** Where an allowed part runs. `held`: it is allowed only because the sandbox enforces a deny rule. */
export function runs(box: Box, { held, mayLeave }: { held: boolean; mayLeave: boolean }): Boxed {
  if (!held && (box.bare || mayLeave)) return 'outside';
  return box.fits ? 'inside' : 'cannot';
}

export function outside(mode: string): readonly ['ask' | 'deny', 'unsandboxed', readonly string[]] {
  return [mode === 'explore' || mode === 'dontAsk' ? 'deny' : 'ask', 'unsandboxed', []];
}
