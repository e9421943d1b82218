import { shellProgram } from '../../call/shell-name.ts';
import type { World } from '../../world/world.ts';
import type { Part } from '../part.ts';
import { resolvePath } from '../paths/resolve.ts';
import { nativePath } from '../paths/windows/windows-path.ts';
import type { PowerShellKit, PowerShellReading } from './powershell-kit.ts';
import { guarded, shellParts } from '../shell/effects/shell-parts.ts';
import { findCommand } from '../shell/model/find-command.ts';

/** The reader of PowerShell; until it is provided, such texts are not understood. */
let provided: (() => PowerShellReading) | undefined;

/** For Node: a hook lives for one call, and few calls are PowerShell, so the reader is loaded with the first of them. */
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

/** The parts, or undefined if no reading was provided. */
export function powerShellParts(text: string, world: World): readonly Part[] | undefined {
  return provided?.()(text, world, kit);
}
