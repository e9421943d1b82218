import { join } from 'node:path';
import { fileMark, type Installer } from '../install/installer.ts';
import { launchLine } from '../launcher.ts';

/** Cline waits for its hooks; a person who is asked should not be waited for for ever. */
const deadline = 540;

/** It runs the call after any exit code, so the no must be said in its own words. */
const failure = JSON.stringify({
  cancel: true,
  errorMessage: 'Permesso: the permission hook failed, so this call is denied. Run `permesso doctor`.',
});

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
          text: `#!/bin/sh\n${fileMark}\n${launchLine({ ...programs, host: 'cline', deadline, failure })}\n`,
        },
      ],
    },
  ],
};
