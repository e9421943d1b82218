import { claudeCode, copilotCli, type HookHost } from '@permesso/gate/payloads';
import { claudeCodeSetup } from '../hosts/claude-code/setup.ts';
import { cline } from '../hosts/cline/hook.ts';
import { clineSetup } from '../hosts/cline/setup.ts';
import { codex } from '../hosts/codex/hook.ts';
import { codexSetup } from '../hosts/codex/setup.ts';
import { copilotCliSetup } from '../hosts/copilot-cli/setup.ts';
import { cursor } from '../hosts/cursor/hook.ts';
import { cursorSetup } from '../hosts/cursor/setup.ts';
import { geminiCli } from '../hosts/gemini-cli/hook.ts';
import { geminiCliSetup } from '../hosts/gemini-cli/setup.ts';
import { kilo } from '../hosts/kilo/hook.ts';
import { kiloSetup } from '../hosts/kilo/setup.ts';
import { kimiCode } from '../hosts/kimi-code/hook.ts';
import { kimiCodeSetup } from '../hosts/kimi-code/setup.ts';
import { kiro } from '../hosts/kiro/hook.ts';
import { kiroSetup } from '../hosts/kiro/setup.ts';
import { openclaw } from '../hosts/openclaw/hook.ts';
import { openClawSetup } from '../hosts/openclaw/setup.ts';
import { opencode } from '../hosts/opencode/hook.ts';
import { opencodeSetup } from '../hosts/opencode/setup.ts';
import { pi } from '../hosts/pi/hook.ts';
import { piSetup } from '../hosts/pi/setup.ts';
import { qwenCode } from '../hosts/qwen-code/hook.ts';
import { qwenCodeSetup } from '../hosts/qwen-code/setup.ts';
import { reasonix } from '../hosts/reasonix/hook.ts';
import { reasonixSetup } from '../hosts/reasonix/setup.ts';
import { windsurf } from '../hosts/windsurf/hook.ts';
import { windsurfSetup } from '../hosts/windsurf/setup.ts';
import type { Host, HostSetup } from '../hosts/host-setup.ts';

/** Every host with all that is known of it: its row, and how it is set up. */
export const hosts: readonly Host[] = [
  hostOf(claudeCode, claudeCodeSetup),
  hostOf(copilotCli, copilotCliSetup),
  hostOf(codex, codexSetup),
  hostOf(geminiCli, geminiCliSetup),
  hostOf(opencode, opencodeSetup),
  hostOf(kilo, kiloSetup),
  hostOf(pi, piSetup),
  hostOf(openclaw, openClawSetup),
  hostOf(cline, clineSetup),
  hostOf(qwenCode, qwenCodeSetup),
  hostOf(kimiCode, kimiCodeSetup),
  hostOf(reasonix, reasonixSetup),
  hostOf(cursor, cursorSetup),
  hostOf(windsurf, windsurfSetup),
  hostOf(kiro, kiroSetup),
];

function hostOf({ name, title }: HookHost, { installer, ...setup }: HostSetup): Host {
  return { name, title, ...installer, ...setup };
}

export function hostNamed(name: string): Host | undefined {
  return hosts.find((host) => host.name === name);
}
