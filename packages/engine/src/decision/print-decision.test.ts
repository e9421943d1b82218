import { describe, expect, test } from 'vitest';
import { questionOf, shellPart } from '../../test/question-of.ts';
import { plainShell } from '../../test/plain-shell.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { failureDecision } from './failure.ts';
import { printDecision } from './print-decision.ts';

function ask(): Decision {
  return decide(
    questionOf({
      policy: { allow: ['Bash(npm test)'] },
      call: { input: { command: 'git push' } },
      parts: [shellPart('npm test'), shellPart('git push')],
    }),
    plainShell(),
  );
}

describe('a decision in print', () => {
  test('names verdict, mode, parts, offers and changes', () => {
    expect(printDecision(ask())).toBe(
      [
        'ask  (mode default)',
        'Asking: `git push` runs unknown code. No rule allows it.',
        '',
        '  allow  npm test  Bash(npm test) allows it',
        '  ask    git push  no rule allows it',
        '',
        'Rules that would allow it, narrowest first:',
        '  Bash(git push)  exactly this command',
        '  Bash            every command',
        '',
        'To allow this:',
        '  add the allow rule Bash(git push)',
      ].join('\n'),
    );
  });

  test('leaves out what is not there, and says which mode was refused', () => {
    const decision = decide(
      questionOf({
        mode: 'bypass',
        policy: { layer: 'managed', allow: ['Bash'], restrict: { modes: ['default'] } },
      }),
      plainShell(),
    );
    expect(printDecision(decision)).toBe(
      ['allow  (mode default, bypass is not permitted)', '', '  allow  make  Bash (managed) allows it'].join(
        '\n',
      ),
    );
  });

  test('shows errors', () => {
    const text = printDecision(failureDecision('disk full'));
    expect(text.split('\n').slice(-2)).toEqual(['Errors:', '  the decision failed: disk full']);
    expect(text.startsWith('deny  (mode default)\n')).toBe(true);
  });

  test.each([20, 40, 80, 120])('at width %i nothing is cut off', (width) => {
    const long = `echo ${'x'.repeat(150)} ${'word '.repeat(30)}end`;
    const decision = decide(questionOf({ parts: [shellPart(long), shellPart('short')] }), plainShell());
    const text = printDecision(decision, { width });
    expect(text.replaceAll(/\s/g, '')).toContain(long.replaceAll(' ', ''));
    const rows = text.split('\n').filter((line) => line.startsWith(' '));
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(Math.max(width, 30));
    expect(text.split('\n').every((line) => line === line.trimEnd())).toBe(true);
  });
});

test('a text that does not fit is wrapped at blanks, else anywhere', () => {
  const decision: Decision = {
    ...ask(),
    suggestions: [{ rules: ['Bash(a)', 'Bash(b)'], covers: 'both of these two commands' }],
    receipt: {
      ...ask().receipt,
      parts: [
        { ...part('ask', 'short'), reason: 'one two three four five six' },
        {
          ...part('deny', 'a-label-that-is-longer-than-half-of-the-width'),
          reason: 'because of this and of that too',
        },
      ],
      changes: ['change something that takes more than one line'],
      errors: ['an error that takes more than one line as well'],
    },
  };
  expect(printDecision(decision, { width: 36 })).toBe(
    [
      'ask  (mode default)',
      'Asking: `git push` runs unknown',
      'code. No rule allows it.',
      '',
      '  ask    short        one two three',
      '                      four five six',
      '  deny   a-label-that-is-longer-than',
      '  -half-of-the-width',
      '         because of this and of that',
      '         too',
      '',
      'Rules that would allow it, narrowest first:',
      '  Bash(a) + Bash(b)  both of these',
      '                     two commands',
      '',
      'To allow this:',
      '  change something that takes more',
      '  than one line',
      '',
      'Errors:',
      '  an error that takes more than one',
      '  line as well',
    ].join('\n'),
  );
});

test('an ask rule is not answered by an allow rule, and the offer says so', () => {
  const asked = decide(
    questionOf({ policy: { ask: ['Bash(b)'] }, parts: [shellPart('a'), shellPart('b')] }),
    {
      ...plainShell(),
      offer: () => [{ rules: ['Bash'], covers: 'all' }],
    },
  );
  expect(printDecision(asked)).toContain(
    '\nRules that an approval can save, narrowest first:\n  Bash  all\n',
  );
});

function part(verdict: Decision['verdict'], label: string): Decision['receipt']['parts'][number] {
  return { label, verdict, step: 'otherwise', reason: '', contributions: [], asks: [], doubts: [] };
}

describe('hostile characters are shown for what they are', () => {
  const hostile = [
    ['escape', '\u001b[2K', String.raw`\u{1b}[2K`],
    ['line break', '\nallow', String.raw`\nallow`],
    ['carriage return', '\rallow', String.raw`\rallow`],
    ['right to left', '\u202e', String.raw`\u{202e}`],
    ['isolate', '\u2066', String.raw`\u{2066}`],
    ['zero width', 'a\u200bb', String.raw`a\u{200b}b`],
    ['soft hyphen', '\u00ad', String.raw`\u{ad}`],
    ['line separator', '\u2028', String.raw`\u{2028}`],
    ['paragraph separator', '\u2029', String.raw`\u{2029}`],
    ['tag', '\u{e0041}', String.raw`\u{e0041}`],
  ] as const;
  /** The places where text from elsewhere is printed. */
  const places: readonly [string, (text: string) => Decision][] = [
    ['a label', (text) => decide(questionOf({ parts: [shellPart('x', { label: text })] }), plainShell())],
    [
      'a reason',
      (text) =>
        decide(
          questionOf({ parts: [shellPart('x', { check: { outcome: 'ask', reason: text } })] }),
          plainShell(),
        ),
    ],
    ['an offer', (text) => ({ ...ask(), suggestions: [{ rules: [text], covers: 'x' }] })],
    ['what an offer covers', (text) => ({ ...ask(), suggestions: [{ rules: ['x'], covers: text }] })],
    [
      'an error',
      (text) =>
        decide(questionOf(), {
          ...plainShell(),
          offer: () => {
            throw new Error(text);
          },
        }),
    ],
    ['a change', (text) => ({ ...ask(), receipt: { ...ask().receipt, changes: [text] } })],
  ];
  test.each(places)('in %s', (_place, make) => {
    for (const [, character, shown] of hostile) {
      const text = printDecision(make(`before${character}after`), { width: 200 });
      expect(text).toContain(`before${shown}after`);
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    }
  });
});

test('a failure of the decision itself is a deny that says so', () => {
  expect(failureDecision('disk full')).toEqual({
    verdict: 'deny',
    receipt: {
      mode: { used: 'default' },
      parts: [
        {
          label: 'the call',
          verdict: 'deny',
          step: 'checkDeny',
          reason: 'the decision failed: disk full',
          contributions: [],
          asks: [],
          doubts: ['the decision failed: disk full'],
        },
      ],
      determining: [],
      errors: ['the decision failed: disk full'],
      changes: ['fix the error'],
    },
    suggestions: [],
    message: 'Denied: the decision failed: disk full.',
    guidance: 'The permission check failed, so this call was not run. Tell the user.',
  });
});
