import { join } from 'node:path';
import { fileMark, type Installer } from '../install/installer.ts';
import { failureFor, launchLine } from '../launcher.ts';
import { cline } from './cline.ts';

/** Cline waits for its hooks; a person who is asked should not be waited for for ever. */
const deadline = 540;

export const clineInstaller: Installer = {
  name: 'cline',
  title: 'Cline',
  commands: ['cline'],
  folders: ({ home }) => [join(home, '.cline'), join(home, 'Documents/Cline')],
  rules: () => [],
  measured: true,
  register: ({ places: { home }, programs }) => [
    {
      path: join(home, '.cline/hooks/PreToolUse'),
      why: 'a script before every tool; it says no when anything fails',
      mode: 0o755,
      pieces: [
        {
          as: 'file',
          mark: fileMark,
          text: `#!/bin/sh\n${fileMark}\n${launchLine({ ...programs, host: 'cline', deadline, ...failureFor(cline) })}\n`,
        },
      ],
    },
  ],
};
