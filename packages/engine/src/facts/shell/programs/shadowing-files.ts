import type { World } from '../../../world/world.ts';
import { isUnder } from '../../paths/contains.ts';
import { joinPath } from '../../paths/normalise.ts';
import type { PathFact } from '../../paths/path-fact.ts';
import { standardNames } from './python/known-names.ts';

/**
 * Whether a directory may contain a module that Python loads in place of its own: `json.py` beside `python3 -c 'import json'`.
 * Modules load others, even when a program fails, so every name of the library counts.
 */
export function shadowsIn(directories: readonly string[], world: World): boolean {
  return directories.some((directory) => {
    const held = world.holds?.(directory);
    if (held !== undefined)
      return held.some(
        ({ name, is }) =>
          shadows(name) && (is !== 'directory' || isPackage(joinPath(directory, name), world)),
      );
    if (world.noOtherLinks !== true) return true;
    return [...standardNames.all()].some((name) =>
      [`${name}.py`, `${name}/__init__.py`].some(
        (file) => world.entry(joinPath(directory, file)).is !== 'missing',
      ),
    );
  });
}

/** Whether a file that the text wrote may be such a module. */
export function writesShadow(written: readonly PathFact[], directories: readonly string[]): boolean {
  return written.some((path) => {
    if (!path.known || typeof path.real !== 'string') return true;
    const names = [path.written, path.real];
    return directories.some((directory) =>
      names.some((name) => {
        if (path.recursive === true && (isUnder(directory, name) || isUnder(name, directory))) return true;
        if (!isUnder(name, directory) || name === directory) return false;
        const [first = ''] = name.slice(directory.length + 1).split('/');
        return shadows(first);
      }),
    );
  });
}

function shadows(name: string): boolean {
  const [, stem = '', rest = ''] = /^([^.]*)(.*)$/u.exec(name) ?? [];
  const isModule = rest === '' || /\.(?:py[cdow]?|so)$/u.test(rest);
  return isModule && (standardNames.has(stem) || (stem.startsWith('_') && !stem.startsWith('__')));
}

/** A directory without `__init__` is loaded only if nothing else has its name. */
function isPackage(directory: string, world: World): boolean {
  return world.holds?.(directory)?.some(({ name }) => name.startsWith('__init__.')) !== false;
}
