import { claudeCode } from './claude-code/claude-code.ts';
import { cline } from './cline/cline.ts';
import { codex } from './codex/codex.ts';
import { copilotCli } from './copilot-cli/copilot-cli.ts';
import { cursor } from './cursor/cursor.ts';
import { geminiCli } from './gemini-cli/gemini-cli.ts';
import type { HookHost } from './host.ts';
import { kiro } from './kiro/kiro.ts';
import { opencode } from './opencode/opencode.ts';
import { qwenCode } from './qwen-code/qwen-code.ts';
import { windsurf } from './windsurf/windsurf.ts';

/** Every host with a command hook. The hook's bundle holds this list and nothing of how a host is installed. */
export const hookHosts: ReadonlyMap<string, HookHost> = new Map(
  [claudeCode, cline, codex, copilotCli, cursor, geminiCli, kiro, opencode, qwenCode, windsurf].map(
    (host) => [host.name, host],
  ),
);
