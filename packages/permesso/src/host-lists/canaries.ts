import { claudeCodeCanary } from '../hosts/claude-code/setup.ts';
import { clineCanary } from '../hosts/cline/setup.ts';
import { codexCanary } from '../hosts/codex/setup.ts';
import { copilotCliCanary } from '../hosts/copilot-cli/setup.ts';
import { geminiCliCanary } from '../hosts/gemini-cli/setup.ts';
import { opencodeCanary } from '../hosts/opencode/setup.ts';
import { qwenCodeCanary } from '../hosts/qwen-code/setup.ts';
import type { CanaryRecipe } from '../canary/recipe.ts';

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
