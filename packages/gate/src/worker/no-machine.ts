/**
 * What a Worker has none of: commands, PowerShell, a disk. The build puts this file in the place of what reads them, which is most of the
 * engine; `build.ts` names those files.
 */
import type { Tool } from '@permesso/engine/facts';
import { fixedWorld, type World } from '@permesso/engine/world';

const noCommands = '@permesso/gate/worker reads no commands; import `@permesso/gate` where a tool runs them';

const unreadShell: Omit<Tool, 'name'> = {
  kind: 'shell',
  // What throws is asked about, no allow rule covers it, and every deny about commands may mean it.
  read: () => {
    throw new TypeError(noCommands);
  },
  offer: () => [],
};

export const shellTool: Tool = { ...unreadShell, name: 'Bash' };
export const powerShellTool: Tool = { ...unreadShell, name: 'PowerShell' };

/** `deny: ['Bash(git*:*)']` may then mean any word that an argument holds, and not the known programs alone. */
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
