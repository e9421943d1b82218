import type { Examination } from '../examine/examination.ts';
import { claudeSettings } from './settings-files.ts';

export const claudeCodeExamination: Examination = {
  host: 'claude-code',
  settings: claudeSettings,
  switches: [
    {
      at: ['disableAllHooks'],
      is: [true],
      about: 'hooks-off',
      what: 'no hook is run, ours neither',
      mend: 'remove disableAllHooks',
    },
    {
      at: ['allowManagedHooksOnly'],
      is: [true],
      about: 'hooks-off',
      what: 'only hooks of the managed settings are run',
      mend: 'register the hook in the managed settings',
    },
    {
      at: ['permissions', 'defaultMode'],
      is: ['bypassPermissions'],
      about: 'bypass',
      what: 'it starts without asking about anything',
      mend: 'remove permissions.defaultMode, or choose acceptEdits',
    },
    {
      at: ['permissions', 'defaultMode'],
      is: ['auto'],
      about: 'bypass',
      what: 'a model decides what is asked about',
      mend: 'remove permissions.defaultMode, or choose acceptEdits',
    },
    {
      at: ['enableAllProjectMcpServers'],
      is: [true],
      about: 'bypass',
      what: 'servers that a repository brings are started unasked',
      mend: 'remove enableAllProjectMcpServers, and approve servers by name',
    },
  ],
  hooks: {
    at: ['hooks', 'PreToolUse'],
    open: (hook) =>
      JSON.stringify(hook).includes('"onFailure":"block"')
        ? undefined
        : 'when it fails or is late, the call runs: set "onFailure": "block"',
  },
};
