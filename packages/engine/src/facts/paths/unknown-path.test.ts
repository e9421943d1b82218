import { describe, expect, it } from 'vitest';
import { fixedWorld } from '../../world/fixed-world.ts';
import { criticalRemoval } from './critical.ts';
import { protection } from './protected.ts';
import { unknownPath } from './unknown-path.ts';

const directory = '/home/dev/project';
const reason = 'not known';

describe('what is safe to say', () => {
  it.each([
    [{ before: '', directory }, {}],
    [{ before: 'src/', directory }, { near: '/home/dev/project/src/' }],
    [{ before: '/home/dev/.ssh/id_', directory }, { near: '/home/dev/.ssh/id_' }],
    [{ before: 'a/../b/c', directory }, { near: '/home/dev/project/b/c' }],
    [{ before: 'src/' }, {}],
    [{ before: '/etc/' }, { near: '/etc/' }],
    [
      { before: 'src/', glob: 'src/*.ts', directory },
      { near: '/home/dev/project/src/', glob: '/home/dev/project/src/*.ts' },
    ],
    [{ before: '', glob: '*', directory: '/' }, { glob: '/*' }],
    [{ before: '', glob: './/*/x', directory }, { glob: '/home/dev/project/*/x' }],
    [{ before: '', glob: '*', directory: '/a [b]' }, { glob: String.raw`/a \[b\]/*` }],
    [
      { before: '/', glob: '/*' },
      { glob: '/*', near: '/' },
    ],
    [{ before: '', glob: '*' }, {}],
    [{ before: '', glob: '*/../x', directory }, {}],
    [{ before: '', glob: '.*', directory }, {}],
    [{ before: '', glob: '.[.]/x', directory }, {}],
    [{ before: '', glob: '.[[:lower:]]nv', directory }, {}],
    [{ before: '', glob: '.e*', directory }, { glob: '/home/dev/project/.e*' }],
    [{ before: '', glob: 'a\0*', directory }, {}],
    [{ before: '', recursive: false }, { recursive: false }],
  ])('%j', (given, expected) => {
    expect(unknownPath({ reason, ...given })).toEqual({ known: false, reason, ...expected });
  });
});

it('is enough to suspect', () => {
  const world = fixedWorld();
  const key = unknownPath({ reason, before: '/home/dev/.ssh/', directory });
  expect(protection({ path: key, access: 'read', world })?.code).toBe('ssh');
  const source = unknownPath({ reason, before: 'src/', directory });
  expect(protection({ path: source, access: 'read', world })).toBeUndefined();
  expect(protection({ path: source, access: 'write', world })?.code).toBe('unknown-target');
  const all = unknownPath({ reason, before: '', glob: '.*', directory, recursive: true });
  expect(criticalRemoval({ path: all, world })?.code).toBe('critical-removal');
});
