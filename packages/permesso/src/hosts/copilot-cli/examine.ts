import { join } from 'node:path';
import type { Examination } from '../examine/examination.ts';

export const copilotCliExamination: Examination = {
  host: 'copilot-cli',
  settings: ({ home, env, project }) => {
    const folder = env['COPILOT_HOME'] ?? join(home, '.copilot');
    return [
      { path: join(folder, 'settings.json'), as: 'json' },
      { path: join(folder, 'config.json'), as: 'json' },
      { path: join(project, '.github/copilot/settings.json'), as: 'json' },
    ];
  },
  switches: [
    {
      at: ['disableAllHooks'],
      is: [true],
      about: 'hooks-off',
      what: 'no hook is run, ours neither',
      mend: 'remove disableAllHooks',
    },
  ],
  // Its hooks block when they crash; a late one lets the call run.
  hooks: {
    at: ['hooks', 'preToolUse'],
    open: (hook) => {
      const seconds = 'timeoutSec' in hook ? hook.timeoutSec : undefined;
      return typeof seconds === 'number' && seconds >= 300
        ? undefined
        : 'when it is late, the call runs: give it "timeoutSec": 600';
    },
  },
};
