import { join } from 'node:path';
import { everyHookIsOpen, type Examination, type Switch } from '../examine/examination.ts';

/** In the file itself, and in each of its profiles. */
function bypass(above: readonly string[]): readonly Switch[] {
  return [
    {
      at: [...above, 'approval_policy'],
      is: ['never'],
      with: { name: 'sandbox_mode', is: 'danger-full-access' },
      about: 'bypass',
      what: 'nothing is asked about and nothing is contained',
      mend: 'choose sandbox_mode = "workspace-write"',
    },
    {
      at: [...above, 'sandbox_mode'],
      is: ['danger-full-access'],
      about: 'bypass',
      what: 'commands run without a sandbox',
      mend: 'choose sandbox_mode = "workspace-write"',
    },
  ];
}

export const codexExamination: Examination = {
  host: 'codex',
  settings: ({ home, env, project }) => [
    { path: '/etc/codex/requirements.toml', as: 'toml' },
    { path: join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'), as: 'toml' },
    { path: join(project, '.codex/config.toml'), as: 'toml' },
    { path: join(env['CODEX_HOME'] ?? join(home, '.codex'), 'hooks.json'), as: 'json' },
    { path: join(project, '.codex/hooks.json'), as: 'json' },
  ],
  switches: [
    {
      at: ['allow_managed_hooks_only'],
      is: [true],
      about: 'hooks-off',
      what: 'only hooks of the requirements are run',
      mend: 'register the hook in requirements.toml',
    },
    ...['hooks', 'codex_hooks'].map((name): Switch => ({
      at: ['features', name],
      is: [false],
      about: 'hooks-off',
      what: 'no hook is run, ours neither',
      mend: `remove ${name} = false`,
    })),
    {
      at: ['hooks', 'state', '*', 'enabled'],
      is: [false],
      about: 'hooks-off',
      what: 'a hook was switched off in /hooks',
      mend: 'switch it on there, or remove enabled = false',
    },
    ...bypass([]),
    ...bypass(['profiles', '*']),
  ],
  hooks: { at: ['hooks', 'PreToolUse'], open: everyHookIsOpen },
};
