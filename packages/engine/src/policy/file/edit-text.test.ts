import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enoughRuns, runs } from '../../../test/runs.ts';
import { verdicts } from '../rules/verdict.ts';
import { addRuleToText, removeRuleFromText } from './edit-text.ts';
import { parsePolicyFile } from './parse-policy-file.ts';

const rule = 'Bash(git push:*)';
const longRule = { rule: '*', why: 'one\ntwo: three', agents: ['x'] };

const added: readonly (readonly [before: string, after: string])[] = [
  ['', 'allow:\n  - Bash(git push:*)\n'],
  ['# words', '# words\nallow:\n  - Bash(git push:*)\n'],
  [
    '# a\nallow:\n  - Read # why\n  # end\n\n# b\ndeny:\n- X\n# c\n',
    '# a\nallow:\n  - Read # why\n  - Bash(git push:*)\n  # end\n\n# b\ndeny:\n- X\n# c\n',
  ],
  ['deny:\n- X # x\n\n# end\n', 'deny:\n- X # x\nallow:\n  - Bash(git push:*)\n\n# end\n'],
  ['allow:\n    - Read', 'allow:\n    - Read\n    - Bash(git push:*)\n'],
  ['allow:\n- Read\n', 'allow:\n- Read\n- Bash(git push:*)\n'],
  ['allow:\r\n  - Read\r\n', 'allow:\r\n  - Read\r\n  - Bash(git push:*)\r\n'],
  ['allow:\n\ndeny:\n  - X\n', 'allow:\n  - Bash(git push:*)\n\ndeny:\n  - X\n'],
  ['allow: ~\nmode: plan\n', 'allow: ["Bash(git push:*)"]\nmode: plan\n'],
  ['allow: []', 'allow: ["Bash(git push:*)"]'],
  ['allow: [Read, ]', 'allow: [Read, "Bash(git push:*)", ]'],
  [
    'allow:\n  - rule: x\n    message: |\n      a\n      b\n\ndeny: [A]',
    'allow:\n  - rule: x\n    message: |\n      a\n      b\n  - Bash(git push:*)\n\ndeny: [A]',
  ],
  ['  allow:\n    - Read\n  mode: plan\n', '  allow:\n    - Read\n    - Bash(git push:*)\n  mode: plan\n'],
  ['{}', '{"allow": ["Bash(git push:*)"]}'],
  ['{"mode": "plan"}', '{"mode": "plan", "allow": ["Bash(git push:*)"]}'],
  ['{\n  "allow": [\n    "Read"\n  ]\n}\n', '{\n  "allow": [\n    "Read",\n    "Bash(git push:*)"\n  ]\n}\n'],
  ['---\nallow: [Read] # c\n', '---\nallow: [Read, "Bash(git push:*)"] # c\n'],
];

describe('adding a rule', () => {
  test.each(added)('%j', (before, after) => {
    expect(addRuleToText(before, { verdict: 'allow', rule })).toEqual({ text: after, changed: true });
  });

  test('keeps what belongs to it', () => {
    const edited = addRuleToText('allow:\n  - Read\n', { verdict: 'allow', rule: longRule });
    const text = 'text' in edited ? edited.text : '';
    expect(text).toBe(
      'allow:\n  - Read\n  - rule: "*"\n    why: |-\n      one\n      two: three\n    agents:\n      - x\n',
    );
    expect(parsePolicyFile(text, { file: '' }).layer.allow).toEqual(['Read', longRule]);
  });

  test('that is there changes nothing', () => {
    expect(addRuleToText('deny: [a] # x', { verdict: 'deny', rule: 'a' })).toEqual({
      text: 'deny: [a] # x',
      changed: false,
    });
  });

  test.each([
    ['allow: &a\n  - Read\nask: *a\n', 'the change would mean something else in this file: edit it by hand'],
    ['ask: &a\n  - Read\nallow: *a\n', '`allow` is an alias: edit the file by hand'],
    ['deny: [Bash(]', 'line 1: the parenthesis is not closed; fix it first'],
    ['denny: []', 'line 1: there is no key `denny` here; fix it first'],
    [
      'a: [',
      'line 1: flow sequence in block collection must be sufficiently indented and end with a ]; fix it first',
    ],
  ])('%j is refused', (text, refused) => {
    expect(addRuleToText(text, { verdict: 'allow', rule })).toEqual({ refused });
  });
});

const removed: readonly (readonly [before: string, after: string])[] = [
  ['allow:\n  - A\n  - B # gone\n  # stays\n  - C\n', 'allow:\n  - A\n  # stays\n  - C\n'],
  ['allow:\n  - B\n', 'allow:\n'],
  ['allow:\n  - A\n  - rule: B\n    why: |\n      x\n  - C', 'allow:\n  - A\n  - C'],
  ['allow: [A, B, C]', 'allow: [A, C]'],
  ['allow: [A, B]', 'allow: [A]'],
  ['allow: [B]', 'allow: []'],
  ['allow: [B, B, A, "B"]', 'allow: [A]'],
  ['{\n  "allow": [\n    "A",\n    "B"\n  ]\n}', '{\n  "allow": [\n    "A"\n  ]\n}'],
];

describe('removing a rule', () => {
  test.each(removed)('%j', (before, after) => {
    expect(removeRuleFromText(before, { verdict: 'allow', rule: 'B' })).toEqual({
      text: after,
      changed: true,
    });
  });

  test('that is not there changes nothing', () => {
    expect(removeRuleFromText('allow: [A]', { verdict: 'deny', rule: 'A' })).toEqual({
      text: 'allow: [A]',
      changed: false,
    });
  });
});

/** Files as people write them: blocks and brackets, comments and blank lines anywhere. */
const comment = fc.constantFrom('', ' # c', '   # two  words');
const blank = fc.constantFrom('', '\n', '# alone\n', '  # indented\n', '\n\n# after a gap\n');
const text = fc.constantFrom('Read', "'Bash(a b:*)'", '"Bash(c)"', 'x # no: c', '{ rule: y, why: "# no" }');
const block = fc
  .tuple(fc.array(fc.tuple(text, comment, blank), { maxLength: 3 }), fc.constantFrom('', '  ', '      '))
  .map(
    ([items, indent]) =>
      `\n${items.map(([item, note, gap]) => `${indent}- ${item}${note}\n${gap}`).join('')}`,
  );
const flow = fc
  .tuple(
    fc.array(
      text.filter((each) => !each.includes(' #')),
      { maxLength: 3 },
    ),
    comment,
  )
  .map(([items, note]) => ` [${items.join(', ')}]${note}\n`);
const file = fc
  .tuple(
    blank,
    fc.subarray([...verdicts]),
    fc.array(fc.tuple(fc.oneof(block, flow), blank), { minLength: 3, maxLength: 3 }),
  )
  .map(
    ([start, keys, lists]) => start + keys.map((key, n) => `${key}:${lists[n]?.join('') ?? '\n'}`).join(''),
  );

test('a file that can be read takes any rule, keeps every other line, and gives the rule back', () => {
  let edits = 0;
  fc.assert(
    fc.property(
      file,
      fc.constantFrom(...verdicts),
      fc.constantFrom('Bash(new rule:*)', '*', 'mcp__a__b'),
      (before, verdict, fresh) => {
        const parsed = parsePolicyFile(before, { file: '' });
        fc.pre(parsed.problems.length === 0);
        const edited = addRuleToText(before, { verdict, rule: fresh });
        if (!('text' in edited)) throw new Error(`${edited.refused}: ${before}`);
        edits += 1;
        expect(parsePolicyFile(edited.text, { file: '' }).layer[verdict]).toEqual([
          ...(parsed.layer[verdict] ?? []),
          fresh,
        ]);
        const lines = edited.text.split('\n');
        for (const note of before.match(/(?<=^|\s)#.*/gm) ?? []) expect(edited.text).toContain(note);
        for (const line of before.split('\n').filter((each) => !/\[.*\]/.test(each)))
          expect(lines).toContain(line);
        const back = removeRuleFromText(edited.text, { verdict, rule: fresh });
        if (!('text' in back)) throw new Error(`${back.refused}: ${edited.text}`);
        expect(parsePolicyFile(back.text, { file: '' }).layer[verdict]).toEqual(parsed.layer[verdict] ?? []);
      },
    ),
    { numRuns: runs(500) },
  );
  if (enoughRuns) expect(edits).toBeGreaterThan(100);
});
