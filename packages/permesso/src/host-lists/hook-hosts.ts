import { claudeCode, copilotCli, type HookHost } from '@permesso/gate/payloads';
import { cline } from '../hosts/cline/hook.ts';
import { codex } from '../hosts/codex/hook.ts';
import { cursor } from '../hosts/cursor/hook.ts';
import { geminiCli } from '../hosts/gemini-cli/hook.ts';
import { kiro } from '../hosts/kiro/hook.ts';
import { opencode } from '../hosts/opencode/hook.ts';
import { qwenCode } from '../hosts/qwen-code/hook.ts';
import { windsurf } from '../hosts/windsurf/hook.ts';

/** Every host with a command hook. The hook's bundle holds this list and nothing of how a host is installed. */
export const hookHosts: ReadonlyMap<string, HookHost> = new Map(
  [claudeCode, cline, codex, copilotCli, cursor, geminiCli, kiro, opencode, qwenCode, windsurf].map(
    (host) => [host.name, host],
  ),
);
