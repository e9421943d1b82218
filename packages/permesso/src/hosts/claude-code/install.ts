import { join } from 'node:path';
import type { HostPlaces, Installer } from '../install/installer.ts';
import { hookMark } from '../install/installer.ts';
import { nativeDenies } from '../install/native-denies.ts';
import { launchLine } from '../launcher.ts';
import type { JsonFirst } from '../install/piece.ts';
import { guardFiles, guardId } from './guard-mod.ts';

/** The hook only decides, Claude Code itself asks: seconds, not minutes. Its own patience is longer than both. */
const deadline = 20;
const timeout = 30;

export const claudeCodeInstaller: Installer = {
  name: 'claude-code',
  title: 'Claude Code',
  commands: ['claude'],
  folders: (places) => [folderOf(places)],
  rules: ({ project, ...places }) => [
    { format: 'claude', path: join(folderOf(places), 'settings.json'), of: 'user' },
    { format: 'claude', path: join(project, '.claude/settings.json'), of: 'project' },
    { format: 'claude', path: join(project, '.claude/settings.local.json'), of: 'project' },
  ],
  measured: true,
  register: ({ places, programs, denies }) => [
    {
      path: join(folderOf(places), 'settings.json'),
      why: 'a hook before every tool; a hook that fails blocks; what the policy denies, once more as rules; the guard mod before all other mods',
      pieces: [
        {
          as: 'json-item',
          at: ['hooks', 'PreToolUse'],
          mark: hookMark,
          item: {
            matcher: '*',
            hooks: [
              {
                type: 'command',
                command: launchLine({ ...programs, host: 'claude-code', deadline }),
                timeout,
                onFailure: 'block',
              },
            ],
          },
        },
        {
          as: 'json-texts',
          at: ['permissions', 'deny'],
          texts: nativeDenies('claude', denies).flatMap(rulesIn),
        },
        ...(programs.guard === undefined
          ? []
          : [
              {
                as: 'json-first',
                at: ['prependPlugins'],
                text: guardId(programs.guard.name),
              } satisfies JsonFirst,
            ]),
      ],
    },
    ...(programs.guard === undefined
      ? []
      : guardFiles({ ...programs, guard: programs.guard }, folderOf(places))),
  ],
};

export function folderOf({ home, env }: Pick<HostPlaces, 'home' | 'env'>): string {
  return env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
}

function rulesIn(settings: string): readonly string[] {
  const { permissions } = JSON.parse(settings) as { permissions: { deny?: readonly string[] } };
  return permissions.deny ?? [];
}
