import { join } from 'node:path';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import { failureFor, launchLine } from '../../launch/launcher.ts';
import { fileMark } from '../../install/installer.ts';
import { cline } from './hook.ts';
import { clineTranscripts } from './transcripts.ts';
import type { HostSetup } from '../host-setup.ts';

/** Cline waits for its hooks without a limit; a request to a person needs one. */
const deadline = 540;

const installer: HostSetup['installer'] = {
  commands: ['cline'],
  folders: ({ home }) => [join(home, '.cline'), join(home, 'Documents/Cline')],
  rules: () => [],
  measured: true,
  bypassFlags: /--yolo\b|--auto-approve[ =]true/,
  register: ({ places: { home }, programs }) => [
    {
      path: join(home, '.cline/hooks/PreToolUse'),
      why: 'a script before every tool; it denies when anything fails',
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

const canary: CanaryRecipe = {
  files: () => [],
  runs: ({ url }) => [
    ['auth', '-p', 'openai-compatible', '-k', 'dummy', '-m', 'canary', '-b', `${url}/v1`],
    ['--json', '-t', '60', 'do it'],
  ],
  env: () => ({ CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }),
  call: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
};

export const clineSetup: HostSetup = { installer, canary, transcripts: clineTranscripts };
