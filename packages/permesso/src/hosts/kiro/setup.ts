import { join } from 'node:path';
import type { Examination } from '../../examine/examination.ts';
import { launchLine } from '../../launch/launcher.ts';
import { hookMark } from '../../install/installer.ts';
import type { HostSetup } from '../host-setup.ts';

/**
 * Kiro runs the call after its timeout, which versions count in seconds or in milliseconds: this number is longer
 * than our deadline in both.
 */
const deadline = 50;
const timeout = 60_000;

const installer: HostSetup['installer'] = {
  commands: ['kiro-cli', 'kiro'],
  folders: ({ home }) => [join(home, '.kiro')],
  rules: () => [],
  measured: false,
  register: ({ places: { home }, programs }) => [
    {
      path: join(home, '.kiro/hooks/permesso.json'),
      why: 'a hook before every tool',
      pieces: [
        { as: 'json-default', name: 'version', value: 'v1' },
        {
          as: 'json-item',
          at: ['hooks'],
          mark: hookMark,
          item: {
            name: 'permesso',
            trigger: 'PreToolUse',
            matcher: '.*',
            action: { type: 'command', command: launchLine({ ...programs, host: 'kiro', deadline }) },
            timeout,
            enabled: true,
          },
        },
      ],
    },
  ],
};

const examination: Examination = {
  settings: ({ home }) => [{ path: join(home, '.kiro/hooks/permesso.json'), as: 'json' }],
  switches: [
    {
      at: ['hooks', '*', 'enabled'],
      is: [false],
      about: 'hooks-off',
      what: "Permesso's hook is disabled",
      fix: 'set "enabled": true',
    },
  ],
};

export const kiroSetup: HostSetup = { installer, examination };
