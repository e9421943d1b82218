import type { CanaryRecipe } from '../canary/recipe.ts';

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
};

export const geminiCliCanary: CanaryRecipe = {
  host: 'gemini-cli',
  files: () => [{ path: '.gemini/settings.json', text: JSON.stringify(settings) }],
  // Without a terminal it offers no shell in its other modes; the hook is heard all the same.
  runs: () => [['-p', 'go', '--approval-mode', 'yolo', '--skip-trust', '-m', 'gemini-2.5-flash']],
  env: ({ url }) => ({
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  call: (command) => ({ tool: 'run_shell_command', input: { command, description: 'leaves a mark' } }),
};
