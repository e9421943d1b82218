import { join } from 'node:path';
import type { Examination } from '../../examine/examination.ts';
import { launchLine } from '../../launch/launcher.ts';
import { hookMark } from '../../install/installer.ts';
import type { HostSetup } from '../host-setup.ts';

/** Cursor treats an ask like a deny, so we ask; `failClosed` blocks when its timeout is over. */
const deadline = 540;
const timeout = 600;

const installer: HostSetup['installer'] = {
  commands: ['cursor-agent', 'cursor'],
  folders: ({ home }) => [join(home, '.cursor')],
  rules: ({ home, project }) => [
    { format: 'cursor', path: join(home, '.cursor/cli-config.json'), of: 'user' },
    { format: 'cursor', path: join(project, '.cursor/cli.json'), of: 'project' },
  ],
  measured: false,
  bypassFlags: /--force\b|--yolo\b/,
  register: ({ places: { home }, programs }) => [
    {
      path: join(home, '.cursor/hooks.json'),
      why: 'a hook before every tool; a hook that fails blocks',
      pieces: [
        { as: 'json-default', name: 'version', value: 1 },
        {
          as: 'json-item',
          at: ['hooks', 'preToolUse'],
          mark: hookMark,
          item: {
            command: launchLine({ ...programs, host: 'cursor', deadline }),
            timeout,
            failClosed: true,
          },
        },
      ],
    },
  ],
};

const examination: Examination = {
  settings: ({ home, project }) => [
    { path: join(home, '.cursor/cli-config.json'), as: 'json' },
    { path: join(home, '.cursor/hooks.json'), as: 'json' },
    { path: join(project, '.cursor/hooks.json'), as: 'json' },
  ],
  switches: [
    {
      at: ['approvalMode'],
      is: ['unrestricted'],
      about: 'bypass',
      what: 'it starts without asking about anything',
      fix: 'set "approvalMode": "allowlist"',
    },
  ],
  hooks: {
    at: ['hooks', 'preToolUse'],
    open: (hook) =>
      'failClosed' in hook && hook.failClosed === true
        ? undefined
        : 'when it fails or is late, the call runs: set "failClosed": true',
  },
};

export const cursorSetup: HostSetup = { installer, examination };
