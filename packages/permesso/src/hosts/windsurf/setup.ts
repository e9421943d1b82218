import { join } from 'node:path';
import { everyHookIsOpen, type Examination } from '../../examine/examination.ts';
import { launchLine } from '../../launch/launcher.ts';
import type { JsonItem } from '../../install/file-change.ts';
import { hookMark } from '../../install/installer.ts';
import type { HostSetup } from '../host-setup.ts';

/** Its documentation names no timeout, so we answer well within a usual one. */
const deadline = 20;

/** It has no event for all tools: a tool without an event here cannot be stopped. */
const events = ['pre_read_code', 'pre_write_code', 'pre_run_command', 'pre_mcp_tool_use'] as const;

const installer: HostSetup['installer'] = {
  commands: ['windsurf'],
  folders: ({ home }) => [join(home, '.codeium/windsurf')],
  rules: () => [],
  measured: false,
  register: ({ places: { home }, programs }) => {
    const command = launchLine({ ...programs, host: 'windsurf', deadline });
    const item = (event: string): JsonItem => ({
      as: 'json-item',
      at: ['hooks', event],
      mark: hookMark,
      item: { command, show_output: true },
    });
    return [
      {
        path: join(home, '.codeium/windsurf/hooks.json'),
        why: 'a hook before reading, writing, running and tools of servers',
        pieces: [item(events[0]), ...events.slice(1).map(item)],
      },
    ];
  },
};

const examination: Examination = {
  settings: ({ home, project }) => [
    { path: join(home, '.codeium/windsurf/hooks.json'), as: 'json' },
    { path: join(project, '.windsurf/hooks.json'), as: 'json' },
  ],
  switches: [],
  hooks: { at: ['hooks', 'pre_run_command'], open: everyHookIsOpen },
};

export const windsurfSetup: HostSetup = { installer, examination };
