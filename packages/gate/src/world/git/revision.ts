import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Objects } from './objects.ts';

const id = /^[0-9a-f]{40}$/u;

/** What stands behind the name of a reference, mostly the id of a commit. */
export type References = (name: string) => string | undefined;

export function referencesIn(own: string, shared: string): References {
  const packed = (): string => textOf(join(shared, 'packed-refs')) ?? '';
  const resolve = (name: string, depth: number): string | undefined => {
    const found = textOf(join(own, name))?.trim() ?? textOf(join(shared, name))?.trim();
    if (found === undefined) {
      const line = packed()
        .split('\n')
        .find((each) => each.endsWith(` ${name}`));
      return line?.slice(0, 40);
    }
    const next = /^ref: (refs\/[^\0]+)$/u.exec(found)?.[1];
    return next === undefined || depth > 5 ? found : resolve(next, depth + 1);
  };
  return (name) => resolve(name, 0);
}

/** Where git looks for a name. What stands at several of them is ambiguous, so each counts. */
const places = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];

interface Named {
  readonly references: References;
  readonly objects: Objects;
}

/**
 * The trees that a revision may mean: a name with `~2` or `^` behind it. Undefined where one of them cannot be read, and where git
 * may see other commits than there are: a beginning of an id, or what replaces objects.
 */
export function treesNamed(revision: string, { references, objects }: Named): readonly string[] | undefined {
  const [, written = '', steps = ''] = /^(@|[A-Za-z_][\w./-]*)((?:~\d{0,3}|\^)*)$/u.exec(revision) ?? [];
  if (written === '' || written.includes('..') || /^[0-9a-f]{4,}$/u.test(written)) return undefined;
  const name = written === '@' ? 'HEAD' : written;
  const found = [
    ...places.map((place) => references(`${place}${name}`)),
    references(`refs/remotes/${name}/HEAD`),
  ];
  const commits = found.filter((each) => each !== undefined);
  const trees = commits.map((commit) => {
    const at = id.test(commit) ? behind(commit, steps, objects) : undefined;
    return at === undefined ? undefined : treeOf(at, objects);
  });
  return trees.length === 0 || trees.includes(undefined)
    ? undefined
    : trees.filter((tree) => tree !== undefined);
}

export function treeOf(commit: string, objects: Objects): string | undefined {
  return id.test(commit) ? /^tree ([0-9a-f]{40})\n/u.exec(headerOf(commit, objects) ?? '')?.[1] : undefined;
}

/** First parents only, and what an annotated tag is about. */
function behind(start: string, steps: string, objects: Objects): string | undefined {
  let at: string | undefined = tagged(start, objects);
  const each = steps.match(/~\d*|\^/gu) ?? [];
  const count = each.reduce((sum, step) => sum + (/^~\d/u.test(step) ? Number(step.slice(1)) : 1), 0);
  for (let left = count; left > 0 && at !== undefined; left -= 1)
    at = /^parent ([0-9a-f]{40})$/mu.exec(headerOf(at, objects) ?? '')?.[1];
  return at;
}

function tagged(start: string, objects: Objects): string | undefined {
  const found = objects.read(start);
  if (found?.type !== 'tag') return start;
  return /^object ([0-9a-f]{40})\ntype commit\n/u.exec(found.body.toString('latin1'))?.[1];
}

/** Before the message, which may say anything. */
function headerOf(commit: string, objects: Objects): string | undefined {
  const found = objects.read(commit);
  return found?.type === 'commit' ? found.body.toString('latin1').split('\n\n', 1)[0] : undefined;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
