import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { painted, wantsColour } from './painted.ts';

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ TERM: 'dumb' }, true, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
])('%j at a terminal: %s', (env, isTTY, is) => {
  expect(wantsColour(env, { isTTY })).toBe(is);
});

test('colour is all that is added', () => {
  const text = [
    'The most dangerous things that ran',
    '  deny  cat ~/.ssh/id      Claude Code',
    '        gives access',
    '  quiet   ███░░  3',
    '  yes  ask    Bash(git push:*)  matches',
    '    12  11-19 03:17:41  allow  Bash  ls',
    'Next: permesso init',
  ].join('\n');
  expect(stripVTControlCharacters(painted(text))).toBe(text);
  const [title, danger, reason, bar, rule, entry, next] = painted(text).split('\n');
  expect(title).toBe('\u001B[1mThe most dangerous things that ran\u001B[0m');
  expect(danger).toContain('\u001B[1;31mdeny\u001B[0m  cat');
  expect(reason?.startsWith('\u001B[2m')).toBe(true);
  expect(bar).toContain('\u001B[32m███');
  expect([rule, entry]).toEqual([expect.stringContaining('33mask'), expect.stringContaining('32mallow')]);
  expect(next).toBe('Next: permesso init');
});
