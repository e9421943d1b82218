import { agentName } from '@permesso/protocol/text';
import type { HookHost } from '@permesso/gate/payloads';
import { claudeCodeSetup } from '../hosts/claude-code/setup.ts';
import { clineSetup } from '../hosts/cline/setup.ts';
import { codexSetup } from '../hosts/codex/setup.ts';
import { copilotCliSetup } from '../hosts/copilot-cli/setup.ts';
import { cursorSetup } from '../hosts/cursor/setup.ts';
import { geminiCliSetup } from '../hosts/gemini-cli/setup.ts';
import { kiloSetup } from '../hosts/kilo/setup.ts';
import { kimiCodeSetup } from '../hosts/kimi-code/setup.ts';
import { kiroSetup } from '../hosts/kiro/setup.ts';
import { openClawSetup } from '../hosts/openclaw/setup.ts';
import { opencodeSetup } from '../hosts/opencode/setup.ts';
import { piSetup } from '../hosts/pi/setup.ts';
import { qwenCodeSetup } from '../hosts/qwen-code/setup.ts';
import { reasonixSetup } from '../hosts/reasonix/setup.ts';
import { windsurfSetup } from '../hosts/windsurf/setup.ts';
import type { Host, HostSetup } from '../hosts/host-setup.ts';
import { hookHosts } from './hook-hosts.ts';

/** Each host's setup, under the name of its row. */
const setups: Readonly<Record<string, HostSetup>> = {
  'claude-code': claudeCodeSetup,
  'copilot-cli': copilotCliSetup,
  codex: codexSetup,
  'gemini-cli': geminiCliSetup,
  opencode: opencodeSetup,
  kilo: kiloSetup,
  pi: piSetup,
  openclaw: openClawSetup,
  cline: clineSetup,
  'qwen-code': qwenCodeSetup,
  'kimi-code': kimiCodeSetup,
  reasonix: reasonixSetup,
  cursor: cursorSetup,
  windsurf: windsurfSetup,
  kiro: kiroSetup,
};

/** Every host in full: its row for the hook, and its setup. */
export const hosts: readonly Host[] = Array.from(hookHosts.values(), hostOf);

function hostOf({ name }: HookHost): Host {
  const found = setups[name];
  if (found === undefined) throw new Error(`no setup for the host ${name}`);
  const { installer, ...setup } = found;
  return { name, title: agentName(name), ...installer, ...setup };
}

export function hostNamed(name: string): Host | undefined {
  return hosts.find((host) => host.name === name);
}
