import { join } from 'node:path';
import type { CanaryRecipe } from '../canary/recipe.ts';

export const copilotCliCanary: CanaryRecipe = {
  host: 'copilot-cli',
  files: () => [],
  runs: ({ home }) => [
    [
      '-p',
      'go',
      '--no-color',
      '--no-auto-update',
      '--disable-builtin-mcps',
      '--no-custom-instructions',
      '--allow-all-tools',
      '--log-dir',
      join(home, 'logs'),
    ],
  ],
  env: ({ home, url }) => ({
    COPILOT_HOME: join(home, '.copilot'),
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: 'dummy',
    COPILOT_MODEL: 'gpt-4.1',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  call: (command) => ({ tool: 'bash', input: { command, description: 'leaves a mark' } }),
};
