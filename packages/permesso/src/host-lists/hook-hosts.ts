import { claudeCode, copilotCli, type HookHost } from '@permesso/gate/payloads';
import { cline } from '../hosts/cline/hook.ts';
import { codex } from '../hosts/codex/hook.ts';
import { cursor } from '../hosts/cursor/hook.ts';
import { geminiCli } from '../hosts/gemini-cli/hook.ts';
import { kilo } from '../hosts/kilo/hook.ts';
import { kimiCode } from '../hosts/kimi-code/hook.ts';
import { kiro } from '../hosts/kiro/hook.ts';
import { openclaw } from '../hosts/openclaw/hook.ts';
import { opencode } from '../hosts/opencode/hook.ts';
import { pi } from '../hosts/pi/hook.ts';
import { qwenCode } from '../hosts/qwen-code/hook.ts';
import { reasonix } from '../hosts/reasonix/hook.ts';
import { windsurf } from '../hosts/windsurf/hook.ts';

/** Every host: a row with its hook protocol. The hook loads these rows, and nothing about a host's setup. */
export const hookHosts: ReadonlyMap<string, HookHost> = new Map(
  [
    claudeCode,
    copilotCli,
    codex,
    geminiCli,
    opencode,
    kilo,
    pi,
    openclaw,
    cline,
    qwenCode,
    kimiCode,
    reasonix,
    cursor,
    windsurf,
    kiro,
  ].map((host) => [host.name, host]),
);
