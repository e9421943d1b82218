import { printable } from '@permesso/engine/decision';
import { type Derivation, deriveProfile, profileDigest, type ProfileLine } from '@permesso/engine/sandbox';
import { emptySession, withLabels } from '@permesso/engine/session';
import type { SandboxFact } from '@permesso/engine/world';
import { createGate } from '@permesso/gate/gate';
import { readWorld } from '@permesso/gate/world';
import { callFrom } from '../call-options.ts';
import type { CommandInput, Output } from '../command.ts';
import { placeOptions, policyForCommandLine, shownPath } from '../policy-options.ts';

/** Assumes a working sandbox: this explains the policy, not this machine's abilities. */
const assumed: SandboxFact = { engine: 'assumed', version: '', proven: true };

/** The decision about a call with a sandbox, the profile it would run with, and the source of each entry. */
export function explainProfile(given: CommandInput, out: Output): number {
  const call = callFrom({ ...given, operands: given.operands.slice(1) });
  const { loaded, mode = loaded.policy.mode ?? 'default' } = policyForCommandLine(given);
  const { cwd } = placeOptions(given);
  const machine = readWorld({ root: cwd });
  const workingDirectories = [...machine.workingDirectories, ...loaded.policy.workingDirectories];
  const world = { ...machine, workingDirectories, sandbox: assumed };
  const gate = createGate({
    policy: loaded.policy,
    mode,
    runsSandboxed: true,
    world: () => ({ ...machine, sandbox: assumed }),
  });
  const { decision } = gate.explain(call);
  const derived = deriveProfile({ policy: loaded.policy, world, mode });
  const labels = [...new Set(loaded.policy.sandbox.after.map(({ label }) => label))];
  const after = labels.map((label) => {
    const session = withLabels(emptySession, [{ label, source: '', at: 0 }]);
    return { label, hosts: deriveProfile({ policy: loaded.policy, world, mode, session }).profile.hosts };
  });
  const outcome = decision.sandbox === undefined ? decision.verdict : 'sandboxed';
  const { use } = loaded.policy.sandbox;
  out.print(
    given.flag('json')
      ? JSON.stringify(
          {
            outcome,
            message: decision.message,
            use,
            ...derived,
            digest: profileDigest(derived.profile),
            after,
          },
          undefined,
          2,
        )
      : printProfile({
          derived,
          after,
          use,
          head: `${outcome}  ${printable(decision.message)}`,
          cwd,
          isWhole: given.flag('all'),
          exists: (path) => world.entry(path).is !== 'missing',
        }),
  );
  return outcome === 'sandboxed' || outcome === 'allow' ? 0 : outcome === 'ask' ? 1 : 2;
}

interface Shown {
  readonly derived: Derivation;
  /** By session label: the hosts that stay open. */
  readonly after: readonly { readonly label: string; readonly hosts: readonly string[] }[];
  readonly use: string;
  readonly head: string;
  readonly cwd: string;
  /** Every entry, including names that do not exist yet. */
  readonly isWhole: boolean;
  readonly exists: (path: string) => boolean;
}

const titles = [
  ['writable', 'Writable'],
  ['readOnly', 'Read-only'],
  ['hidden', 'Hidden'],
  ['hosts', 'Hosts'],
  ['environment', 'Environment'],
] as const;

/** Per list, so that everything fits one screen. */
const mostRows = 5;

function printProfile(shown: Shown): string {
  const { derived, after, use, head } = shown;
  const off = use === 'off' ? ['The policy runs no calls sandboxed. Write `sandbox: on` to do so.'] : [];
  const problems = derived.problems.map((problem) => `Not possible: ${printable(problem)}.`);
  const sections = titles.flatMap(([name, title]) => {
    const lines = derived.lines.filter((line) => line.in === name);
    const entries = entriesUnder(title, { name, lines, shown });
    return name === 'hosts' && lines.length > 0
      ? [...entries, ...after.map((each) => hostsAfter(each, lines))]
      : entries;
  });
  return [
    head,
    ...off,
    ...problems,
    '',
    ...sections,
    '',
    `Profile ${profileDigest(derived.profile).slice(0, 16)}${shown.isWhole ? '' : '; --all prints every entry'}`,
  ].join('\n');
}

function hostsAfter({ label, hosts }: Shown['after'][number], listed: readonly ProfileLine[]): string {
  const closed = [...new Set(listed.map(({ value }) => value))].filter((host) => !hosts.includes(host));
  const named = closed.length === 0 ? 'none' : closed.map(printable).join(', ');
  return `  closed once the session is ${label}: ${named}`;
}

interface ShownList {
  readonly name: keyof Derivation['profile'];
  readonly lines: readonly ProfileLine[];
  readonly shown: Shown;
}

function entriesUnder(title: string, { name, lines, shown }: ShownList): readonly string[] {
  const { isWhole, exists, cwd } = shown;
  if (lines.length === 0) return [`${title}: none`];
  if (name === 'environment')
    return isWhole
      ? [`${title}:`, ...kept(lines)]
      : [`${title}: ${lines.length} variables by name; all others are removed`];
  const there = isWhole || name === 'hosts' ? lines : lines.filter(({ value }) => exists(value));
  const free = lines.length - there.length;
  const rows = isWhole || there.length <= mostRows + 1 ? there : there.slice(0, mostRows);
  return [
    `${title}:`,
    ...rows.map((line) => row(line, cwd)),
    ...(rows.length < there.length ? [`  and ${there.length - rows.length} more`] : []),
    ...(free > 0 ? [`  and ${free} names that do not exist yet and cannot be made`] : []),
  ];
}

function row({ value, because, file, line }: ProfileLine, cwd: string): string {
  const place = file === undefined ? '' : ` (${shownPath(file, cwd)}${line === undefined ? '' : `:${line}`})`;
  return `  ${printable(shownPath(value, cwd))}  ${printable(because)}${place}`;
}

function kept(lines: readonly ProfileLine[]): readonly string[] {
  const groups = Map.groupBy(lines, ({ because }) => because);
  return Array.from(groups, ([of, names]) => `  ${of}: ${names.map(({ value }) => value).join(' ')}`);
}
