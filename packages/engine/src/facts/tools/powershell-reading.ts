import { shellProgram } from '../../call/shell-name.ts';
import type { World } from '../../world/world.ts';
import type { Part } from '../part.ts';
import { resolvePath } from '../paths/resolve.ts';
import { nativePath } from '../paths/windows/windows-path.ts';
import type { PowerShellKit, PowerShellReading } from './powershell-kit.ts';
import { guarded, shellParts } from '../shell/effects/shell-parts.ts';
import { findCommand } from '../shell/model/find-command.ts';

/** How texts of PowerShell are read; nothing is understood of them before somebody provides it. */
let provided: (() => PowerShellReading) | undefined;

/** For Node: a hook lives for one call, and most calls are for another shell, so it is loaded with the first that is not. */
export function providePowerShell(reading: () => PowerShellReading): void {
  provided = reading;
}

export function isPowerShell(shell: string | undefined): boolean {
  return shell !== undefined && /^(?:pwsh|powershell)(?:-preview)?$/.test(shellProgram(shell));
}

const noSpan = { start: 0, end: 0 };

const kit: PowerShellKit = {
  shellParts,
  guarded: (part, world) => guarded(part, { world, lists: false }),
  resolvePath: (text, directory, world) =>
    resolvePath({ text: text.replaceAll('\\', '/'), directory, world, by: 'powershell' }),
  native: (path, { platform }) => (platform === 'win32' ? nativePath(path) : path),
  isProgram: (name) => findCommand({ kind: 'literal', text: name, span: noSpan }).command !== undefined,
};

/** Its parts, or undefined where nobody provided the reading. */
export function powerShellParts(text: string, world: World): readonly Part[] | undefined {
  return provided?.()(text, world, kit);
}
