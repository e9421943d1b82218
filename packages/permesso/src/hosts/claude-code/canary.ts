import { join } from 'node:path';
import type { CanaryRecipe } from '../canary/recipe.ts';

export const claudeCodeCanary: CanaryRecipe = {
  host: 'claude-code',
  files: () => [],
  runs: () => [['-p', 'go', '--output-format', 'stream-json', '--verbose', '--model', 'claude-sonnet-4-5']],
  env: ({ home, url }) => ({
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  call: (command) => ({ tool: 'Bash', input: { command, description: 'leaves a mark' } }),
};
