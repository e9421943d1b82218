import { join } from 'node:path';
import type { CanaryRecipe } from '../canary/recipe.ts';

export const codexCanary: CanaryRecipe = {
  host: 'codex',
  files: ({ url }) => [
    {
      path: '.codex/config.toml',
      text: [
        'model = "canary"',
        'model_provider = "canary"',
        'approval_policy = "never"',
        'check_for_update_on_startup = false',
        '[analytics]',
        'enabled = false',
        '[model_providers.canary]',
        'name = "canary"',
        `base_url = "${url}/v1"`,
        'env_key = "CANARY_KEY"',
        'wire_api = "responses"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        '',
      ].join('\n'),
    },
  ],
  // No sandbox: the two commands are ours, and where Codex cannot make one it would run neither.
  runs: () => [['exec', '--json', '--skip-git-repo-check', '-s', 'danger-full-access', 'go']],
  env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), CANARY_KEY: 'dummy' }),
  call: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
};
