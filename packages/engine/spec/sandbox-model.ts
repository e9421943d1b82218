/**
 * The sandbox in the model: which parts it answers, which it makes run inside, and what becomes of a call that has both.
 * Whether a sandbox can run a part, whether a part may run outside, and whether it keeps a deny rule are taken from the engine
 * and tested on their own.
 */
import type { Part } from '../src/facts/part.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import type { Rule } from '../src/policy/rules/rule.ts';
import { isDenialHeld } from '../src/sandbox/denial-held.ts';
import { openPlaces } from '../src/sandbox/derive-profile.ts';
import { isOlder } from '../src/sandbox/older-version.ts';
import { unfitReason } from '../src/sandbox/part-fit.ts';
import { staysBare } from '../src/sandbox/stays-bare.ts';

export interface Box {
  /** A call that no rule decides is allowed inside. */
  readonly takes: boolean;
  /** Deny rules that may match are kept by the sandbox, so they ask nothing. */
  readonly keepsDenies: boolean;
  readonly fits: boolean;
  readonly bare: boolean;
}

/** Nothing where the policy leaves sandboxes out, and in bypass. */
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

/** The sandbox of a session: only hosts that every label of it leaves open. */
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

export type Boxed = 'inside' | 'outside' | 'cannot';

/** Where an allowed part runs. `held`: it is allowed only because the sandbox keeps a deny rule. */
export function runs(box: Box, { held, mayLeave }: { held: boolean; mayLeave: boolean }): Boxed {
  if (!held && (box.bare || mayLeave)) return 'outside';
  return box.fits ? 'inside' : 'cannot';
}
