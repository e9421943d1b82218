import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { kimiCode, reasonix } from './exit-code-hosts.ts';
import { geminiCli } from './gemini-cli.ts';
import { kiro } from './kiro.ts';
import { kilo, openclaw, opencode, pi } from './opencode.ts';
import type { PlayedHost } from './played-host.ts';
import { qwenCode } from './qwen-code.ts';
import { windsurf } from './windsurf.ts';

export const playedHosts: readonly PlayedHost[] = [
  claudeCode,
  cline,
  codex,
  copilotCli,
  cursor,
  geminiCli,
  kilo,
  kimiCode,
  kiro,
  opencode,
  pi,
  openclaw,
  qwenCode,
  reasonix,
  windsurf,
];
