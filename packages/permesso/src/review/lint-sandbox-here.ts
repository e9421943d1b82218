import { definedFields } from '@permesso/engine/call';
import { isUnder, realPath } from '@permesso/engine/facts';
import type { Finding, Policy } from '@permesso/engine/policy';
import { deriveProfile } from '@permesso/engine/sandbox';
import type { World } from '@permesso/engine/world';

export interface MachineHere {
  readonly world: World;
  /** Directories of `PATH`, links also by where they lead. */
  readonly path: readonly string[];
}

/** What keeps a policy with `sandbox` from sandboxing on this machine, or from leaving anything outside. */
export function lintSandboxHere(policy: Policy, { world, path }: MachineHere): readonly Finding[] {
  if (policy.sandbox.use === 'off') return [];
  const here = { ...world, workingDirectories: [...world.workingDirectories, ...policy.workingDirectories] };
  const { problems } = deriveProfile({ policy, world: here, mode: policy.mode ?? 'default' });
  return [
    ...problems.flatMap((problem) => problemFinding(problem, policy)),
    ...[...new Set(path)].flatMap((directory) => writableOnPath(directory, here)),
  ];
}

/** What can be done about a problem, by its words. Those that the rules alone show are found without a machine. */
const fixes: readonly (readonly [RegExp, string])[] = [
  [/ is relative$/u, ''],
  [/ holds the home directory$/u, 'start the agent in a project, or name the directories it works in'],
  [
    / has another name \(a hard link\)$/u,
    'find it with `find / -xdev -samefile FILE`, and copy instead of linking',
  ],
  [/ means files at any depth below /u, 'name the directories, as in `Read(~/.ssh/**)`'],
  [/ files to look at$/u, 'start the agent in a smaller directory'],
];

function problemFinding(problem: string, { rules }: Policy): readonly Finding[] {
  const fix = fixes.find(([words]) => words.test(problem))?.[1];
  if (fix === '') return [];
  const rule = rules.find(({ text, verdict }) => verdict !== 'allow' && problem.startsWith(`${text} means `));
  return [
    {
      code: 'sandbox-reach',
      severity: 'warning',
      ...definedFields({ rule }),
      message: `no call runs sandboxed here, each is asked about: ${problem}`,
      ...definedFields({ fix }),
      removable: false,
    },
  ];
}

/** A sandboxed call could put its own `ls` there, so nothing that looks a program up runs outside. */
function writableOnPath(directory: string, world: World): readonly Finding[] {
  const isWritable = world.workingDirectories.some((each) => {
    const real = realPath(each, world);
    return isUnder(directory, each) || (typeof real === 'string' && isUnder(directory, real));
  });
  if (!isWritable) return [];
  return [
    {
      code: 'sandbox-reach',
      severity: 'warning',
      message: `${directory} is on PATH and can be written by sandboxed calls, so every command runs sandboxed, also one that only reads`,
      fix: 'take it off PATH, and call its programs by path',
      removable: false,
    },
  ];
}
