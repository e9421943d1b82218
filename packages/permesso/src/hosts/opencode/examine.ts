import { join } from 'node:path';
import type { Examination } from '../examine/examination.ts';

export const opencodeExamination: Examination = {
  host: 'opencode',
  settings: ({ config, project }) => [
    { path: join(config, 'opencode/opencode.json'), as: 'json' },
    { path: join(config, 'opencode/opencode.jsonc'), as: 'json' },
    { path: join(project, 'opencode.json'), as: 'json' },
    { path: join(project, 'opencode.jsonc'), as: 'json' },
  ],
  switches: [
    {
      at: ['permission'],
      is: ['allow'],
      about: 'bypass',
      what: 'nothing is asked about',
      mend: 'set "permission": { "*": "ask" } and allow what you need',
    },
    {
      at: ['permission', '*'],
      is: ['allow'],
      about: 'blanket-allow',
      what: 'a whole tool is allowed',
      mend: 'name what is allowed: { "npm test": "allow", "*": "ask" }',
    },
  ],
  unset: {
    at: ['permission'],
    what: 'no permission is set, and then everything is allowed',
    mend: 'set "permission": { "*": "ask" } and allow what you need',
  },
};
