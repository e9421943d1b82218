import { join } from 'node:path';
import { everyHookIsOpen, type Examination } from '../examine/examination.ts';

export const windsurfExamination: Examination = {
  host: 'windsurf',
  settings: ({ home, project }) => [
    { path: join(home, '.codeium/windsurf/hooks.json'), as: 'json' },
    { path: join(project, '.windsurf/hooks.json'), as: 'json' },
  ],
  switches: [],
  hooks: { at: ['hooks', 'pre_run_command'], open: everyHookIsOpen },
};
