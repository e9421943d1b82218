import type { Part } from '../facts/part.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Rule } from '../policy/rules/rule.ts';
import { isDenialHeld } from '../sandbox/denial-held.ts';
import { hostGroups } from '../policy/sandbox-settings.ts';
import { deriveProfile, openPlaces, type Derivation, type OpenPlaces } from '../sandbox/derive-profile.ts';
import { isOlder } from '../sandbox/older-version.ts';
import { unfitReason, type Reach } from '../sandbox/part-fit.ts';
import { staysBare } from '../sandbox/stays-bare.ts';
import type { DecisionInput } from './decision-input.ts';
import { modeTable } from './mode-table.ts';

/** How the sandbox affects the parts of one call. */
export interface SandboxView {
  /** Calls that no rule decides run sandboxed in this mode. */
  readonly answers: boolean;
  /** Why no call runs sandboxed here; undefined when calls can. */
  readonly whyNot: string | undefined;
  readonly reach: Reach;
  readonly derived: () => Derivation;
}

/** Undefined when the policy or the mode does not use sandboxes: then nothing differs from a policy without the key. */
export function sandboxView(question: DecisionInput, mode: Mode): SandboxView | undefined {
  const { policy, world, session } = question;
  const { sandbox, unsandboxed } = modeTable[mode];
  if (policy.sandbox.use === 'off' || (sandbox === '-' && unsandboxed === '-')) return undefined;
  const open = openPlaces({ policy, world, mode, session });
  let derivation: Derivation | undefined;
  const derived = (): Derivation =>
    (derivation ??= withHosts(
      question.sandboxProfile?.(mode) ?? deriveProfile({ policy, world, mode, session }),
      open,
    ));
  return {
    answers: (mode !== 'explore' && mode !== 'dontAsk') || policy.sandbox.modes.includes(mode),
    whyNot: missing(question) ?? open.problems[0],
    reach: open,
    derived,
  };
}

/** The caller's derived profile does not include hosts that are open to this call alone. */
function withHosts(derived: Derivation, { hosts, lines }: OpenPlaces): Derivation {
  const added = hosts.filter((host) => !derived.profile.hosts.includes(host));
  if (added.length === 0) return derived;
  return {
    ...derived,
    profile: { ...derived.profile, hosts: [...derived.profile.hosts, ...added] },
    lines: [...derived.lines, ...lines.filter((line) => line.in === 'hosts' && added.includes(line.value))],
  };
}

function missing({ runsSandboxed, policy, world: { sandbox } }: DecisionInput): string | undefined {
  if (runsSandboxed !== true) return 'the program that asked does not run calls sandboxed';
  if (sandbox === undefined) return 'there is no sandbox on this machine';
  const older = policy.sandbox.atLeast.find((version) => isOlder(sandbox.version, version));
  if (sandbox.proven && older !== undefined)
    return `the sandbox engine has version ${sandbox.version}, and the policy wants ${older} or newer`;
  if (sandbox.proven) return undefined;
  if (sandbox.engine === 'none') return sandbox.whyNot ?? 'there is no sandbox for this call';
  return `the sandbox is not proven${sandbox.whyNot === undefined ? '' : `: ${sandbox.whyNot}`}`;
}

/** How the sandbox affects one part. */
export interface PartFit {
  /** Why it cannot run sandboxed; undefined when it can. */
  readonly unfit: string | undefined;
  /** It can run sandboxed, and no rule has to allow it. */
  readonly isHeld: boolean;
  /** If this host were open to sandboxed calls, it could run there; the person may open it. */
  readonly host?: string;
  /** It may run unsandboxed if it is allowed. */
  readonly staysBare: boolean;
}

export function fitOf(question: DecisionInput, part: Part, view: SandboxView): PartFit {
  const { call, facts, world } = question;
  const found = unfitReason(part, { call, facts, world, reach: view.reach });
  return {
    unfit: view.whyNot ?? (found?.isPossible === true ? undefined : found?.why),
    isHeld: view.whyNot === undefined && found === undefined,
    ...(view.whyNot === undefined && found?.host !== undefined && mayOpen(found.host, question)
      ? { host: found.host }
      : {}),
    staysBare: staysBare(part, world),
  };
}

/** Not where a team lists the hosts, or where a rule about the host or the session's labels keep it closed. */
function mayOpen(host: string, { policy, world, session }: DecisionInput): boolean {
  if (policy.sandbox.governed) return false;
  const wanted = hostGroups.get(host) ?? [host];
  const hosts = wanted.map((each) => ({ host: each, layer: 'user' as const }));
  const opened = { ...policy, sandbox: { ...policy.sandbox, hosts } };
  return openPlaces({ policy: opened, world, mode: 'default', session }).hosts.length === wanted.length;
}

export function areDenialsHeld(rules: readonly Rule[], { reach }: SandboxView): boolean {
  return rules.every((rule) => isDenialHeld(rule, reach));
}
