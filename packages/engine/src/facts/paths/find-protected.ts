import type { World } from '../../world/world.ts';
import { isIgnored, parseIgnoreLines } from './ignore-lines.ts';
import { joinPath } from './normalise.ts';
import { type Danger, protection } from './protected.ts';
import { type SegmentGlob, parseSegment } from './segment-glob.ts';

export interface Search {
  readonly directory: string;
  /** Whether it includes names that begin with a dot. */
  readonly hidden: boolean;
  /** Whether it skips the files that `.gitignore` and similar files name. */
  readonly respectsIgnore: boolean;
  /** Whether the search's own filters admit a file or a directory of this name. */
  readonly takes: (name: string, is: 'file' | 'directory') => boolean;
}

/** Every entry that is examined is stored with the decision, so that it can be replayed: examining more would fill the log. */
const mostEntries = 1000;

/** Many files, written by others; the project's secrets are elsewhere. */
const crowded: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv', '__pycache__']);

const ignoreFiles = ['.gitignore', '.ignore', '.rgignore'];

/**
 * A protected file that the search would read, if the machine shows one. Nearest first, so that a large tree cannot hide a file
 * at its top. Unreadable places yield nothing: a search asks about files that exist, not about files that might.
 */
export function findProtected(search: Search, world: World): Danger | undefined {
  const { holds } = world;
  if (holds === undefined) return undefined;
  const open: Opened[] = [{ path: search.directory, rules: rulesAbove(search, world) }];
  let seen = 0;
  for (const directory of open) {
    const rules = [...directory.rules, ...rulesIn(directory.path, search, world)];
    for (const { name, is } of holds(directory.path) ?? []) {
      seen += 1;
      if (seen > mostEntries) return undefined;
      const path = joinPath(directory.path, name);
      if (is === 'link' || !isRead({ name, is, path }, search, rules)) continue;
      if (is === 'directory') open.push({ path, rules });
      else {
        const danger = protection({
          path: { known: true, written: path, real: path },
          access: 'read',
          world,
        });
        if (danger !== undefined) return danger;
      }
    }
  }
  return undefined;
}

interface Opened {
  readonly path: string;
  readonly rules: readonly IgnoreRules[];
}

interface IgnoreRules {
  readonly directory: string;
  readonly lines: ReturnType<typeof parseIgnoreLines>;
}

interface Candidate {
  readonly name: string;
  readonly is: 'file' | 'directory';
  readonly path: string;
}

function isRead({ name, is, path }: Candidate, search: Search, rules: readonly IgnoreRules[]): boolean {
  if (is === 'directory' && crowded.has(name)) return false;
  if ((!search.hidden && name.startsWith('.')) || !search.takes(name, is)) return false;
  const verdicts = rules.map(({ directory, lines }) =>
    isIgnored(lines, path.slice(directory.length + 1).split('/'), is === 'directory'),
  );
  return verdicts.findLast((verdict) => verdict !== undefined) !== true;
}

function rulesIn(directory: string, { respectsIgnore }: Search, world: World): readonly IgnoreRules[] {
  if (!respectsIgnore) return [];
  return ignoreFiles.flatMap((name) => {
    const text = world.text?.(joinPath(directory, name));
    return text === undefined ? [] : [{ directory, lines: parseIgnoreLines(text) }];
  });
}

/** A `.gitignore` applies to everything below it, up to the root of the repository. */
function rulesAbove(search: Search, world: World): readonly IgnoreRules[] {
  const rules: IgnoreRules[] = [];
  let at = search.directory;
  while (at.includes('/') && at !== '' && world.entry(`${at}/.git`).is === 'missing') {
    at = at.slice(0, at.lastIndexOf('/'));
    if (at === '') return rules;
    rules.unshift(...rulesIn(at, search, world));
  }
  const excluded = search.respectsIgnore ? world.text?.(`${at}/.git/info/exclude`) : undefined;
  return excluded === undefined ? rules : [{ directory: at, lines: parseIgnoreLines(excluded) }, ...rules];
}

/** Patterns for the last name of each glob; the directories before it would only narrow the match. */
export function namePatterns(globs: readonly string[]): readonly SegmentGlob[] {
  return globs.flatMap(alternatives).map((glob) => parseSegment(lastName(glob)));
}

function lastName(glob: string): string {
  const names = glob.split('/').filter((name) => name !== '' && name !== '**');
  return names.at(-1) ?? '*';
}

/** `*.{ts,tsx}`. */
function alternatives(glob: string): readonly string[] {
  const [, before = '', inside = '', after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/u.exec(glob) ?? [];
  return inside === '' ? [glob] : inside.split(',').map((each) => `${before}${each}${after}`);
}
