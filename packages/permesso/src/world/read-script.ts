import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectScript } from '@permesso/engine/internal/world/world';
import { recipeOf, scriptOf } from '@permesso/engine/internal/world/script-text';

const files: Readonly<Record<ProjectScript['runner'], readonly string[]>> = {
  npm: ['package.json'],
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
};

/** What a script of the project runs. A file that cannot be read names none: it only ever adds suspicion. */
export function readScript({ directory, runner, name }: ProjectScript): string | undefined {
  for (const file of files[runner]) {
    const text = readText(join(directory, file));
    if (text !== undefined) return runner === 'npm' ? scriptOf(text, name) : recipeOf(text, name);
  }
  return undefined;
}

const longest = 1_048_576;

function readText(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size <= longest ? readFileSync(path, 'utf8') : undefined;
  } catch {
    // Unreadable is as good as not there: no verdict becomes looser by it.
    return undefined;
  }
}
