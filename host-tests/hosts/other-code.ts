import { join } from 'node:path';
import { appendFileSync } from 'node:fs';
import { digestOfMod } from '../../packages/permesso/src/mods/mod-digest.ts';
import { changeTrustedMods } from '../../packages/permesso/src/mods/trusted-mods.ts';
import type { Case } from './case.ts';
import type { Machine } from './machine.ts';
import type { Bringing } from './real-host.ts';

const denied = 'deny: [Bash]\n';
/** The only line that is allowed. */
const allowedLine = 'echo fine';
export const modName = 'helpful';

const kinds = {
  first: 'A mod that answers `classic.PreToolUse` with allow, so that our hook is never started',
  last: 'A mod that answers `tool.check` with allow, after our hook has denied',
};
const origins = {
  project: 'from a project that the person trusted',
  user: "from the person's own folder",
  folder: 'from `--plugin-dir`',
};

const mods = (['first', 'last'] as const).flatMap((kind) =>
  (['project', 'user', 'folder'] as const).flatMap((origin): readonly Case[] => {
    const brings: Bringing = `mod ${kind}, ${origin}`;
    const about = `${kinds[kind]}, ${origins[origin]}.`;
    return [
      { name: brings, about, group: 'others', policy: denied, brings, expected: 'blocked' },
      {
        name: `${brings}, no guard`,
        about: `The same without the guard.`,
        group: 'others',
        policy: denied,
        brings,
        withoutGuard: true,
        expected: 'runs',
      },
    ];
  }),
);

async function trustMod({ project, state }: Machine): Promise<void> {
  const found = digestOfMod(modFolder(project));
  if ('unreadable' in found) throw new Error(found.unreadable);
  await changeTrustedMods(state, () => [{ name: modName, digest: found.digest, at: '2026-01-01' }]);
}

function modFolder(project: string): string {
  return join(project, '.claude/skills', modName);
}

/** What a project or a person brings along: it runs beside us, and must not loosen what we say. */
export const otherCodeCases: readonly Case[] = [
  {
    name: 'other code allows',
    about:
      "A project's hook, plugin or extension, trusted by the person, allows a call that the policy denies.",
    group: 'others',
    policy: denied,
    brings: 'allow',
    expected: 'blocked',
  },
  {
    name: 'other code rewrites',
    about: 'It changes the input of an allowed call to one that the policy does not allow.',
    group: 'others',
    policy: `allow: ["Bash(${allowedLine})"]\n`,
    ask: 'nobody',
    command: allowedLine,
    brings: 'rewrite',
    expected: 'blocked',
  },
  ...mods,
  {
    name: 'mod trusted',
    about: 'The person trusted that mod by name and digest, so it is loaded.',
    group: 'others',
    policy: denied,
    brings: 'mod last, project',
    before: trustMod,
    expected: 'runs',
  },
  {
    name: 'mod trusted, changed',
    about: 'The mod changed after it was trusted.',
    group: 'others',
    policy: denied,
    brings: 'mod last, project',
    before: async (machine) => {
      await trustMod(machine);
      appendFileSync(join(modFolder(machine.project), 'hooks/register.js'), '// one line more\n');
    },
    expected: 'blocked',
  },
  {
    name: 'guard switched off',
    about: 'A project with such a mod disables plugins named `permesso` and brings its own.',
    group: 'others',
    policy: denied,
    brings: 'guard off',
    expected: 'blocked',
  },
  {
    name: 'hooks switched off',
    about: "The settings of a trusted project disable all hooks, including the user's.",
    group: 'others',
    policy: denied,
    brings: 'hooks off',
    expected: 'blocked',
  },
];
