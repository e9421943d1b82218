import { join } from 'node:path';
import { everyHookIsOpen, type Examination } from '../examine/examination.ts';

export const qwenCodeExamination: Examination = {
  host: 'qwen-code',
  settings: ({ home, project }) => [
    { path: join(home, '.qwen/settings.json'), as: 'json' },
    { path: join(project, '.qwen/settings.json'), as: 'json' },
  ],
  switches: [
    {
      at: ['disableAllHooks'],
      is: [true],
      about: 'hooks-off',
      what: 'no hook is run, ours neither',
      mend: 'remove disableAllHooks',
    },
    {
      at: ['tools', 'approvalMode'],
      is: ['yolo'],
      about: 'bypass',
      what: 'it starts without asking about anything',
      mend: 'remove tools.approvalMode',
    },
    {
      at: ['tools', 'autoAccept'],
      is: [true],
      about: 'bypass',
      what: 'what it takes for harmless is run unasked',
      mend: 'remove tools.autoAccept',
    },
  ],
  hooks: { at: ['hooks', 'PreToolUse'], open: everyHookIsOpen },
};
