import { join } from 'node:path';
import type { Examination } from '../examine/examination.ts';

export const cursorExamination: Examination = {
  host: 'cursor',
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
      mend: 'set "approvalMode": "allowlist"',
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
