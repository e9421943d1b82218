import { join } from 'node:path';
import type { Examination } from '../examine/examination.ts';

export const kiroExamination: Examination = {
  host: 'kiro',
  settings: ({ home }) => [{ path: join(home, '.kiro/hooks/permesso.json'), as: 'json' }],
  switches: [
    {
      at: ['hooks', '*', 'enabled'],
      is: [false],
      about: 'hooks-off',
      what: 'our hook is switched off',
      mend: 'set "enabled": true',
    },
  ],
};
