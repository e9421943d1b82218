import { claudeCodeCanary } from './claude-code/setup.ts';
import { clineCanary } from './cline/setup.ts';
import { codexCanary } from './codex/setup.ts';
import { copilotCliCanary } from './copilot-cli/setup.ts';
import { geminiCliCanary } from './gemini-cli/setup.ts';
import { opencodeCanary } from './opencode/setup.ts';
import { qwenCodeCanary } from './qwen-code/setup.ts';
import type { CanaryRecipe } from './canary/recipe.ts';

/** Hosts that can be started without a person, an account or a screen. */
export const canaries: ReadonlyMap<string, CanaryRecipe> = new Map(
  [
    claudeCodeCanary,
    copilotCliCanary,
    codexCanary,
    geminiCliCanary,
    opencodeCanary,
    clineCanary,
    qwenCodeCanary,
  ].map((recipe) => [recipe.host, recipe]),
);
