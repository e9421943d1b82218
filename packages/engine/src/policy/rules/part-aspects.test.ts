import { expect, test } from 'vitest';
import { commandOf, partOf } from '../../../test/part-of.ts';
import type { Part } from '../../facts/part.ts';
import type { PathFact } from '../../facts/paths/path-fact.ts';
import { aspectsOf } from './part-aspects.ts';

function at(written: string, real = written): PathFact {
  return { known: true, written, real };
}

const url = { known: false as const, reason: 'x' };
const unknown: PathFact = { known: false, reason: 'x' };

test.each<
  [
    string,
    Partial<Part>,
    { reads?: number; writes?: number; urls?: number; names?: readonly string[] | undefined },
  ]
>([
  ['nothing', {}, { names: [] }],
  ['a command without accesses', { subject: commandOf('ls') }, { names: [] }],
  [
    'a file that is read',
    { subject: { kind: 'path', access: 'read', path: at('/A/b') } },
    { reads: 1, names: ['a', 'b'] },
  ],
  [
    'a file that is written',
    { subject: { kind: 'path', access: 'write', path: at('/a') } },
    { writes: 1, names: ['a'] },
  ],
  [
    'a file that is removed',
    { subject: { kind: 'path', access: 'delete', path: at('/a') } },
    { writes: 1, names: ['a'] },
  ],
  ['a host', { subject: { kind: 'url', url } }, { urls: 1, names: [] }],
  [
    'accesses',
    {
      accesses: [
        { kind: 'read', path: at('/r') },
        { kind: 'write', path: at('/w') },
        { kind: 'delete', path: at('/d') },
        { kind: 'network', url },
        { kind: 'execute', what: 'x' },
        { kind: 'environment', what: 'x' },
      ],
    },
    { reads: 1, writes: 2, urls: 1, names: ['r', 'w', 'd'] },
  ],
  [
    'a file under two names',
    { accesses: [{ kind: 'read', path: at('/a/b', '/c/b') }] },
    { reads: 1, names: ['a', 'b', 'c'] },
  ],
  [
    'a file that is not known',
    {
      accesses: [
        { kind: 'read', path: at('/a') },
        { kind: 'write', path: unknown },
      ],
    },
    { reads: 1, writes: 1, names: undefined },
  ],
])('%s', (_name, part, expected) => {
  const { reads, writes, urls, pathNames } = aspectsOf(partOf(part));
  expect({
    reads: reads.length,
    writes: writes.length,
    urls: urls.length,
    names: pathNames && [...pathNames],
  }).toEqual({
    reads: 0,
    writes: 0,
    urls: 0,
    ...expected,
  });
});

test('they are gathered once', () => {
  const part = partOf({ accesses: [{ kind: 'read', path: at('/a') }] });
  expect(aspectsOf(part)).toBe(aspectsOf(part));
  expect(aspectsOf(part)).not.toBe(aspectsOf(partOf({ accesses: part.accesses })));
});
