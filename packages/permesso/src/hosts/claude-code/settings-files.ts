import { join } from 'node:path';
import type { SettingsFile } from '../../examine/examination.ts';
import type { HostPlaces } from '../../install/installer.ts';

export interface ClaudeSettings extends SettingsFile {
  readonly of: 'managed' | 'user' | 'project';
}

/** Every settings file that Claude Code reads here. */
export function claudeSettings({ home, env, project }: HostPlaces): readonly ClaudeSettings[] {
  return [
    { path: '/etc/claude-code/managed-settings.json', as: 'json', of: 'managed' },
    {
      path: join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'settings.json'),
      as: 'json',
      of: 'user',
    },
    { path: join(project, '.claude/settings.json'), as: 'json', of: 'project' },
    { path: join(project, '.claude/settings.local.json'), as: 'json', of: 'project' },
  ];
}

export function folderOf({ home, env }: Pick<HostPlaces, 'home' | 'env'>): string {
  return env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude');
}
