import { expect, test } from 'vitest';
import { spelledWords } from '../src/decision/sentence/shown-names.ts';
import { shellParts } from '../src/facts/shell/effects/shell-parts.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

const world = fixedWorld();

test.each([
  ['rg x src/**', 'rg x src/**', 'rg x src/**'],
  ['ls **/dist/*.js ~/a/*', `ls **/dist/*.js ${world.home}/a/*`, 'ls **/dist/*.js ~/a/*'],
  ['ls "a b"*', 'ls <glob a b*>', 'ls "a b*"'],
])('%s: a pattern is shown once, as it was written', (command, label, spelled) => {
  const [part] = shellParts(command, world);
  expect(part?.label).toBe(label);
  expect(part?.subject.kind === 'command' && spelledWords(part.subject.words, world.home)).toBe(spelled);
});
