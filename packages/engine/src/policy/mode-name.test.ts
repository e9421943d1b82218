import { expect, test } from 'vitest';
import { modes, readMode } from './mode-name.ts';

test.each<[string, string]>([
  ...modes.map((mode): [string, string] => [mode, mode]),
  ['plan', 'explore'],
  ['read-only', 'explore'],
  ['readonly', 'explore'],
  ['EXPLORE', 'explore'],
  ['bypassPermissions', 'bypass'],
  ['yolo', 'bypass'],
  ['BYPASS', 'bypass'],
  ['auto_edit', 'acceptEdits'],
  ['autoEdit', 'acceptEdits'],
  ['accept_edits', 'acceptEdits'],
  ['ACCEPT_EDITS', 'acceptEdits'],
  ['dont_ask', 'dontAsk'],
  ['DONT_ASK', 'dontAsk'],
  ['never', 'dontAsk'],
  ['DEFAULT', 'default'],
  ['manual', 'default'],
])('%s is %s', (name, mode) => {
  expect(readMode(name)).toBe(mode);
});

test.each(['', 'Plan', 'bypass ', 'toString', '__proto__', 'constructor', 'auto'])(
  '%j is not a mode',
  (name) => {
    expect(readMode(name)).toBeUndefined();
  },
);
