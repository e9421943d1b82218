import { join } from 'node:path';
import { hookMark, type Installer } from '../install/installer.ts';
import { launchLine } from '../launcher.ts';

/** It runs the call when its timeout is over, so that stands above ours. */
const deadline = 540;
const milliseconds = 600_000;

export const qwenCodeInstaller: Installer = {
  name: 'qwen-code',
  title: 'Qwen Code',
  commands: ['qwen'],
  folders: ({ home }) => [join(home, '.qwen')],
  rules: () => [],
  measured: true,
  register: ({ places: { home }, programs }) => [
    {
      path: join(home, '.qwen/settings.json'),
      why: 'a hook before every tool, with more patience than the hook itself',
      pieces: [
        {
          as: 'json-item',
          at: ['hooks', 'PreToolUse'],
          mark: hookMark,
          item: {
            matcher: '.*',
            hooks: [
              {
                type: 'command',
                name: 'permesso',
                command: launchLine({ ...programs, host: 'qwen-code', deadline }),
                timeout: milliseconds,
              },
            ],
          },
        },
      ],
    },
  ],
};
