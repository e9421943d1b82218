/**
 * What a Worker lacks: commands, PowerShell, a disk. The build replaces the code that reads them, which is most of
 * the engine, with this file; `build.ts` names those files.
 */
import type { Tool } from '@permesso/engine/facts';
import { fixedWorld, type World } from '@permesso/engine/world';

const noCommands = '@permesso/gate/worker reads no commands; import `@permesso/gate` where a tool runs them';

const unreadShell: Omit<Tool, 'name'> = {
  kind: 'shell',
  // Throwing makes the call be asked about: no allow rule covers it, and every deny about commands may match it.
  read: () => {
    throw new TypeError(noCommands);
  },
  offer: () => [],
};

export const shellTool: Tool = { ...unreadShell, name: 'Bash' };
export const powerShellTool: Tool = { ...unreadShell, name: 'PowerShell' };

/** `deny: ['Bash(git*:*)']` may then match any word in an argument, not only the known programs. */
export function findCommand(): { readonly command: object } {
  return { command: {} };
}

export function exactShellRules(): readonly string[] {
  return [];
}

export function powershellParts(): never {
  throw new TypeError(noCommands);
}

export function readWorld({ cwd }: { readonly cwd?: string }): World {
  return fixedWorld({ now: Date.now(), ...(cwd === undefined ? {} : { cwd }) });
}
