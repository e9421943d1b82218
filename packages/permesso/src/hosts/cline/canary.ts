import type { CanaryRecipe } from '../canary/recipe.ts';

export const clineCanary: CanaryRecipe = {
  host: 'cline',
  files: () => [],
  runs: ({ url }) => [
    ['auth', '-p', 'openai-compatible', '-k', 'dummy', '-m', 'canary', '-b', `${url}/v1`],
    ['--json', '-t', '60', 'do it'],
  ],
  env: () => ({ CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }),
  call: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
};
