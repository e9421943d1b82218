import { claudeCodeCanary } from './claude-code/canary.ts';
import { clineCanary } from './cline/canary.ts';
import { codexCanary } from './codex/canary.ts';
import { copilotCliCanary } from './copilot-cli/canary.ts';
import { geminiCliCanary } from './gemini-cli/canary.ts';
import { opencodeCanary } from './opencode/canary.ts';
import { qwenCodeCanary } from './qwen-code/canary.ts';
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
