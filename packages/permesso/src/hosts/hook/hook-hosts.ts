import { claudeCode, copilotCli, type HookHost } from '@permesso/gate/payloads';
import { cline } from '../cline/hook.ts';
import { codex } from '../codex/hook.ts';
import { cursor } from '../cursor/hook.ts';
import { geminiCli } from '../gemini-cli/hook.ts';
import { kiro } from '../kiro/hook.ts';
import { opencode } from '../opencode/hook.ts';
import { qwenCode } from '../qwen-code/hook.ts';
import { windsurf } from '../windsurf/hook.ts';

/** Every host with a command hook. The hook's bundle holds this list and nothing of how a host is installed. */
export const hookHosts: ReadonlyMap<string, HookHost> = new Map(
  [claudeCode, cline, codex, copilotCli, cursor, geminiCli, kiro, opencode, qwenCode, windsurf].map(
    (host) => [host.name, host],
  ),
);
