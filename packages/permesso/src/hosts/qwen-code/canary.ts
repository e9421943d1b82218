import type { CanaryRecipe } from '../canary/recipe.ts';

const settings = {
  security: { auth: { selectedType: 'openai' } },
  general: { enableAutoUpdate: false },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
};

export const qwenCodeCanary: CanaryRecipe = {
  host: 'qwen-code',
  files: () => [{ path: '.qwen/settings.json', text: JSON.stringify(settings) }],
  runs: () => [['-p', 'go', '--approval-mode', 'yolo']],
  env: ({ url }) => ({
    OPENAI_API_KEY: 'dummy',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: 'canary',
    QWEN_CODE_DISABLE_TELEMETRY: '1',
  }),
  call: (command) => ({
    tool: 'run_shell_command',
    input: { command, description: 'leaves a mark', is_background: false },
  }),
};
