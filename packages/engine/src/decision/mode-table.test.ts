import { expect, test } from 'vitest';
import { modes } from '../policy/mode-name.ts';
import { modeTable, steps } from './mode-table.ts';

/** The table of the design, cell by cell. */
const designed = `
            default    acceptEdits  explore    bypass     dontAsk
frozen      deny       deny         deny       deny       deny
deny        deny       deny         deny       deny       deny
mayDeny     ask        ask          deny       ask        deny
ask         ask        ask          ask        ask        deny
guard       ask        ask          deny       ask        deny
readOnly    -          allow        allow      -          -
checkAllow  allow      allow        -          allow      allow
checkDeny   deny       deny         -          deny       deny
safety      ask        ask          -          -          deny
checkAsk    -          -            -          -          deny
edit        -          allow        -          -          -
allowRule   allow      allow        -          -          allow
sandbox     allow      allow        allow      -          allow
otherwise   ask        ask          deny       allow      deny
unsandboxed  ask       ask          deny       -          deny
answers     any mode   any mode     this mode  any mode   any mode
`;

const [head = [], ...rows] = designed
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/ {2,}/));

test('the columns are the modes and the rows are the steps, in their order', () => {
  expect(head).toEqual(modes);
  expect(rows.map(([name]) => name)).toEqual([...steps, 'answers']);
});

test.each(modes)('%s', (mode) => {
  const place = head.indexOf(mode) + 1;
  expect(modeTable[mode]).toEqual(Object.fromEntries(rows.map((row) => [row[0], row[place]])));
});
