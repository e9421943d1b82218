import { definedFields } from '@permesso/engine/call';
import { isUnder, realPath } from '@permesso/engine/facts';
import type { Finding, Policy } from '@permesso/engine/policy';
import { deriveProfile } from '@permesso/engine/sandbox';
import type { World } from '@permesso/engine/world';

export interface MachineHere {
  readonly world: World;
  /** Directories of `PATH`; for links also the targets. */
  readonly path: readonly string[];
}

/** What keeps a policy with `sandbox` from sandboxing on this machine, or from running anything outside. */
export function lintSandboxHere(policy: Policy, { world, path }: MachineHere): readonly Finding[] {
  if (policy.sandbox.use === 'off') return [];
  const here = { ...world, workingDirectories: [...world.workingDirectories, ...policy.workingDirectories] };
  const { problems } = deriveProfile({ policy, world: here, mode: policy.mode ?? 'default' });
  return [
    ...problems.flatMap((problem) => problemFinding(problem, policy)),
    ...[...new Set(path)].flatMap((directory) => writableOnPath(directory, here)),
  ];
}

/** Fixes by the problem's text. Problems of the rules alone are found without a machine. */
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

/** A sandboxed call could put its own `ls` there, so nothing that is looked up on PATH may run outside. */
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
