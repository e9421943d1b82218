import { claudeCode } from './claude-code/claude-code.ts';
import { codex } from './codex/codex.ts';
import type { HookHost } from './host.ts';

/** Every host with a command hook. The hook's bundle holds this list and nothing of how a host is installed. */
export const hookHosts: ReadonlyMap<string, HookHost> = new Map(
  [claudeCode, codex].map((host) => [host.name, host]),
);
