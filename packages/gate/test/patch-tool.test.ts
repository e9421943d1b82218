import { expect, test } from 'vitest';
import { createGate } from '../src/gate/gate.ts';
import { fixedWorld } from '@permesso/engine/world';
import type { Layer, Mode } from '@permesso/engine/policy';

const verdictOf = (patch: unknown, policy: Layer, mode?: Mode): string =>
  createGate({
    policy,
    world: () => fixedWorld({ cwd: '/home/me/app' }),
    ...(mode === undefined ? {} : { mode }),
  }).explain({ tool: 'apply_patch', input: { patch } }).decision.verdict;

const patchOf = (...headings: readonly string[]): string =>
  ['*** Begin Patch', ...headings.flatMap((heading) => [heading, '+x']), '*** End Patch'].join('\n');

test('every file of a patch needs its cover', () => {
  const policy = { allow: ['Edit(src/**)'] };
  expect(verdictOf(patchOf('*** Add File: src/a.ts', '*** Update File: src/b.ts'), policy)).toBe('allow');
  expect(verdictOf(patchOf('*** Add File: src/a.ts', '*** Update File: b.ts'), policy)).toBe('ask');
  expect(verdictOf(patchOf('*** Update File: src/a.ts', '*** Move to: /etc/passwd'), policy)).not.toBe(
    'allow',
  );
});

test.each([
  '*** Add File: .env',
  '*** Delete File: .env',
  '*** Update File: x\n*** Move to: .env',
  '  ***  Add File:   .env  ',
  '*** Add File: a\r\n*** Add File: .env\r\n',
])('a deny rule binds whatever spelling of a heading: %j', (heading) => {
  expect(verdictOf(patchOf(heading), { allow: ['Edit'], deny: ['Edit(.env)'] })).toBe('deny');
});

test('a patch that names no file, or is none, is never allowed', () => {
  expect(verdictOf('nothing', { allow: ['Edit'] })).not.toBe('allow');
  expect(verdictOf(undefined, { allow: ['Edit'] })).not.toBe('allow');
});

test('edits inside the working directory pass in acceptEdits, others ask', () => {
  expect(verdictOf(patchOf('*** Add File: a.txt'), {}, 'acceptEdits')).toBe('allow');
  expect(verdictOf(patchOf('*** Add File: ../a.txt'), {}, 'acceptEdits')).toBe('ask');
  expect(verdictOf(patchOf('*** Add File: a.txt'), {}, 'explore')).toBe('deny');
});
