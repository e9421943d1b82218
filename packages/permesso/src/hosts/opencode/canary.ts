import type { CanaryRecipe } from '../canary/recipe.ts';

export const opencodeCanary: CanaryRecipe = {
  host: 'opencode',
  files: ({ url }) => [
    {
      path: '.config/opencode/opencode.json',
      text: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: 'canary/canary',
        small_model: 'canary/canary',
        enabled_providers: ['canary'],
        provider: {
          canary: {
            npm: '@ai-sdk/openai-compatible',
            name: 'canary',
            options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
            models: {
              canary: { name: 'canary', tool_call: true, limit: { context: 100_000, output: 4096 } },
            },
          },
        },
      }),
    },
  ],
  runs: () => [['run', '--format', 'json', 'go']],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    // It would look for packages at start, and wait for the network.
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
  }),
  call: (command) => ({ tool: 'bash', input: { command, description: 'leaves a mark' } }),
};
