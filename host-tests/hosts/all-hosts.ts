import { acp } from './acp/acp.ts';
import { claudeCode } from './claude-code/claude-code.ts';
import { cline } from './cline/cline.ts';
import { codex } from './codex/codex.ts';
import { copilotCli } from './copilot-cli/copilot-cli.ts';
import { geminiCli } from './gemini-cli/gemini-cli.ts';
import { kilo } from './kilo/kilo.ts';
import { kimiCode } from './kimi-code/kimi-code.ts';
import { opencode } from './opencode/opencode.ts';
import { openclaw } from './openclaw/openclaw.ts';
import { pi } from './pi/pi.ts';
import { qwenCode } from './qwen-code/qwen-code.ts';
import { reasonix } from './reasonix/reasonix.ts';
import type { RealHost } from './real-host.ts';

export const allHosts: readonly RealHost[] = [
  codex,
  geminiCli,
  opencode,
  kilo,
  pi,
  openclaw,
  qwenCode,
  kimiCode,
  reasonix,
  cline,
  claudeCode,
  copilotCli,
  acp,
];
