import { join } from 'node:path';
import { everyHookIsOpen, type Examination, type Switch } from '../examine/examination.ts';

const off = { about: 'hooks-off', what: 'no hook is run, ours neither' } as const;

export const geminiCliExamination: Examination = {
  host: 'gemini-cli',
  settings: ({ home, project }) => [
    { path: '/etc/gemini-cli/settings.json', as: 'json' },
    { path: join(home, '.gemini/settings.json'), as: 'json' },
    { path: join(project, '.gemini/settings.json'), as: 'json' },
  ],
  switches: [
    ...[
      ['hooksConfig', 'enabled'],
      ['tools', 'enableHooks'],
    ].map((at): Switch => ({ ...off, at, is: [false], mend: `remove ${at.join('.')}` })),
    {
      at: ['hooksConfig', 'disabled', '*'],
      is: ['permesso'],
      about: 'hooks-off',
      what: 'our hook is switched off by its name',
      mend: 'remove permesso from hooksConfig.disabled',
    },
    ...['yolo', 'auto_edit'].map((mode): Switch => ({
      at: ['general', 'defaultApprovalMode'],
      is: [mode],
      about: 'bypass',
      what: mode === 'yolo' ? 'it starts without asking about anything' : 'edits are not asked about',
      mend: 'remove general.defaultApprovalMode',
    })),
    {
      at: ['tools', 'autoAccept'],
      is: [true],
      about: 'bypass',
      what: 'what it takes for harmless is run unasked',
      mend: 'remove tools.autoAccept',
    },
    {
      at: ['tools', 'allowed', '*'],
      is: ['run_shell_command', 'ShellTool'],
      about: 'blanket-allow',
      what: 'allows every command',
      mend: 'name the commands: run_shell_command(npm test)',
    },
  ],
  hooks: { at: ['hooks', 'BeforeTool'], open: everyHookIsOpen },
};
