import { join } from 'node:path';
import { hookMark, type Installer } from '../install/installer.ts';
import { launchLine } from '../launcher.ts';

/** An ask behaves like a deny there, so we ask; `failClosed` blocks when its timeout is over. */
const deadline = 540;
const timeout = 600;

export const cursorInstaller: Installer = {
  name: 'cursor',
  title: 'Cursor',
  commands: ['cursor-agent', 'cursor'],
  folders: ({ home }) => [join(home, '.cursor')],
  rules: ({ home, project }) => [
    { format: 'cursor', path: join(home, '.cursor/cli-config.json'), of: 'user' },
    { format: 'cursor', path: join(project, '.cursor/cli.json'), of: 'project' },
  ],
  measured: false,
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
