import { expect, test } from 'vitest';
import { fixedWorld } from '../../world/fixed-world.ts';
import type { Entry, HeldName, World } from '../../world/world.ts';
import { touchedFiles } from './glob-matches.ts';

const project = '/home/dev/project';

/** Directories end in a slash, links name where they lead. */
function worldOf(tree: Readonly<Record<string, string>>): World {
  const { noOtherLinks: _promise, ...seen } = fixedWorld();
  const entries = new Map<string, Entry>();
  const held = new Map<string, HeldName[]>();
  for (const [name, target] of Object.entries(tree)) {
    const path = `${project}/${name}`.replace(/\/$/u, '');
    const is = target !== '' ? 'link' : name.endsWith('/') ? 'directory' : 'file';
    entries.set(path, is === 'link' ? { is, target } : { is });
    const cut = path.lastIndexOf('/');
    held.set(path.slice(0, cut), [
      ...(held.get(path.slice(0, cut)) ?? []),
      { name: path.slice(cut + 1), is },
    ]);
  }
  return {
    ...seen,
    entry: (path) => entries.get(path) ?? { is: 'missing' },
    holds: (directory) => held.get(directory) ?? [],
  };
}

const world = worldOf({
  'a/': '',
  'a/x.c': '',
  'a/b/': '',
  'a/b/y.c': '',
  'a/.hidden/': '',
  'a/.hidden/z.c': '',
  'a/keys': '/home/dev/.ssh',
  'a/b/up': '/home/dev/.ssh',
});

function touched(glob: string): readonly string[] | undefined {
  const path = { known: false, reason: `glob ${glob}`, glob: `${project}/${glob}` } as const;
  return touchedFiles({ kind: 'write', path }, world)
    ?.flatMap((file) => (file.known && typeof file.real === 'string' ? [file.real] : []))
    .slice(1)
    .map((file) => file.replace(`${project}/`, ''))
    .toSorted();
}

test.each([
  ['a/*.c', ['a/x.c']],
  ['a/*/y.c', ['a/b/y.c']],
  ['a/**/*.c', ['a/b/y.c', 'a/x.c']],
  ['a/*/id', []],
  ['a/*', ['/home/dev/.ssh', 'a/b', 'a/x.c']],
  ['a/b/*/..', undefined],
  ['a/.*/z.c', undefined],
])('%s touches %j', (glob, files) => expect(touched(glob)).toEqual(files));

test('a link on the way is followed where a shell follows it, and never by any depth', () => {
  const led = worldOf({ 'a/': '', 'a/keys': '/home/dev/.ssh', 'a/b/': '', 'a/b/more': '/home/dev/.ssh' });
  const seen = (glob: string): readonly string[] => {
    const asked: string[] = [];
    const path = { known: false, reason: `glob ${glob}`, glob: `${project}/${glob}` } as const;
    const holds = (directory: string): readonly HeldName[] | undefined => {
      asked.push(directory.replace(`${project}/`, ''));
      return led.holds?.(directory);
    };
    touchedFiles({ kind: 'write', path }, { ...led, holds });
    return asked;
  };
  expect(seen('a/*/*')).toEqual(['a', 'a/keys', 'a/b']);
  expect(seen('a/**/*.c')).toEqual(['a', 'a', 'a/keys', 'a/b', 'a/b', 'a/b/more']);
});

test('a tree that is too large is not known', () => {
  const many = Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`a/d${at}/`, '']));
  const path = { known: false, reason: 'glob', glob: `${project}/a/*/x` } as const;
  expect(touchedFiles({ kind: 'write', path }, worldOf({ 'a/': '', ...many }))?.length).toBe(1);
  const deep = { ...path, glob: `${project}/a/*/*` };
  expect(touchedFiles({ kind: 'write', path: deep }, worldOf({ 'a/': '', ...many }))).toBeUndefined();
});
