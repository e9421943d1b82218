import { describe, expect, test } from 'vitest';
import { questionOf, shellPart, type Asking } from '../../test/question-of.ts';
import { partOf } from '../../test/part-of.ts';
import { plainShell } from '../../test/plain-shell.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import { failureDecision } from './failure.ts';
import { printExplanation, type PrintExplanationOptions } from './print-explanation.ts';

function printed(asking: Asking, options?: PrintExplanationOptions): readonly string[] {
  const question = questionOf(asking);
  const decision = decide(question, { ...plainShell(), offer: () => [] });
  return printExplanation(explain(question, decision), options).split('\n');
}

test('each part, what decided it, and every rule: denies first, then asks, then allows', () => {
  const lines = printed({
    policy: [
      {
        layer: 'user',
        file: '/home/dev/u.yaml',
        lines: { allow: [2], deny: [9] },
        allow: ['Bash(git:*)'],
        deny: ['Bash(rm:*)'],
      },
      { layer: 'project', file: 'p.yaml', allow: ['Bash'], ask: ['Bash(git push:*)'] },
    ],
    parts: [shellPart('git push', { doubts: ['of something'] }), shellPart('git log')],
  });
  expect(lines).toEqual([
    'ask  (mode default)',
    '',
    'Asking: `git push` may do more than it says: of something. Bash(git push:*)',
    '(project, p.yaml) asks about it.',
    '',
    'ask    git push',
    '       decided at step 4 of 15, an ask rule matches or may match: Bash(git',
    '       push:*) (project, p.yaml) asks about it',
    '       uncertain: of something',
    '  -    deny   Bash(rm:*)        another command (/home/dev/u.yaml:9)',
    '  yes  ask    Bash(git push:*)  matches (p.yaml)',
    '  yes  allow  Bash(git:*)       covers all of it (/home/dev/u.yaml:2)',
    '  yes  allow  Bash              covers all of it, but has no effect: its layer',
    '                                is not trusted yet (p.yaml)',
    '',
    'allow  git log',
    '       decided at step 12 of 15, an allow rule covers it: Bash(git:*) (user,',
    '       /home/dev/u.yaml:2) allows it',
    '  -    deny   Bash(rm:*)        another command (/home/dev/u.yaml:9)',
    '  -    ask    Bash(git push:*)  not `push` (p.yaml)',
    '  yes  allow  Bash(git:*)       covers all of it (/home/dev/u.yaml:2)',
    '  yes  allow  Bash              covers all of it, but has no effect: its layer',
    '                                is not trusted yet (p.yaml)',
    '',
    'To allow this:',
    '  approve it',
    '  change or remove Bash(git push:*) (project, p.yaml)',
  ]);
});

describe('what is left out and how things are named', () => {
  const policy = { file: '/a/b/p.yaml', deny: ['Bash(a)', 'Bash(b)', 'Bash(c)', 'Bash(make)'] };
  test('only so many rules that do not match', () => {
    expect(printed({ policy }, { others: 1 }).slice(8)).toEqual([
      '  -    deny   Bash(a)     another command (/a/b/p.yaml)',
      '  yes  deny   Bash(make)  matches (/a/b/p.yaml)',
      '       and 2 more that do not match (--all shows them)',
      '',
      'To allow this:',
      '  change or remove Bash(make) (flags, /a/b/p.yaml)',
    ]);
    expect(printed({ policy }, { others: 3 }).join('\n')).not.toContain('more that');
  });

  test('of rules that come with the program, those that match alone', () => {
    const shown = printed({ policy }, { isShipped: (file) => file === '/a/b/p.yaml' });
    expect(shown.slice(8, 10)).toEqual([
      '  yes  deny   Bash(make)  matches (/a/b/p.yaml)',
      '       and 3 more that do not match (--all shows them)',
    ]);
  });

  test('files as they are named from here', () => {
    expect(printed({ policy }, { shownPath: (file) => file.slice('/a/b/'.length) })).toContain(
      '  yes  deny   Bash(make)  matches (p.yaml)',
    );
  });

  test('an allow without rules has nothing to change', () => {
    expect(printed({ mode: 'bypass' })).toEqual([
      'allow  (mode bypass)',
      '',
      'Allowed: the mode is bypass.',
      '',
      'allow  make',
      '       decided at step 14 of 15, no earlier step decided: the mode is bypass',
    ]);
  });

  test('a rule that does not fit beside its reason stands above it, with its condition', () => {
    const when = { command: { startsWith: 'a long beginning of a command' } };
    const lines = printed(
      { policy: { deny: [{ rule: 'Bash', when }] }, call: { input: { command: 'x' } } },
      { width: 60 },
    );
    expect(lines.slice(8, 13)).toEqual([
      '  -    deny   Bash when {"command":{"startsWith":"a long',
      'beginning of a command"}}',
      '              its condition does not hold:',
      '              {"command":{"startsWith":"a long beginning of',
      '              a command"}} (flags)',
    ]);
  });

  test('a label too long for a line is wrapped under itself', () => {
    expect(
      printed({ mode: 'bypass', parts: [shellPart('make one two three')] }, { width: 24 }).slice(5, 8),
    ).toEqual(['allow  make one two', '       three', '       decided at step']);
  });

  test('a decision that failed has no parts to explain', () => {
    const question = questionOf({ parts: [shellPart('a'), shellPart('b')] });
    const lines = printExplanation(explain(question, failureDecision('disk full'))).split('\n');
    expect(lines).toContain('deny   a');
    expect(lines).toContain('       b');
    expect(lines.at(-1)).toBe('  fix the error');
  });

  test('hostile characters are shown for what they are', () => {
    const lines = printed({
      policy: { file: 'p\u202e.yaml', deny: ['Bash'] },
      parts: [shellPart('x', { label: 'a\nb', doubts: ['\u001b[2K'] })],
    });
    expect(lines.join('\n')).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}]/u);
    expect(lines).toContain(String.raw`deny   a\nb`);
  });
});

describe('the step that decided, by name', () => {
  test.each<[string, Asking]>([
    ['1 of 15, everything is frozen', { frozen: 'x' }],
    ['2 of 15, a deny rule matches', { policy: { deny: ['Bash'] } }],
    ['3 of 15, a deny rule may match', { policy: { deny: ['Bash(rm:*)'] }, parts: [shellPart('$X')] }],
    ['4 of 15, an ask rule matches or may match', { policy: { ask: ['Bash'] } }],
    ['5 of 15, it changes a guarded place', { parts: [partOf({ guard: { code: 'c', reason: 'r' } })] }],
    ['6 of 15, it only reads', { mode: 'explore', parts: [partOf({ readOnly: true })] }],
    ['7 of 15, the tool allows it', { parts: [partOf({ check: { outcome: 'allow', reason: 'r' } })] }],
    ['8 of 15, the tool denies it', { parts: [partOf({ check: { outcome: 'deny', reason: 'r' } })] }],
    [
      '9 of 15, a safety check asks',
      { parts: [partOf({ check: { outcome: 'safety', code: 'c', reason: 'r' } })] },
    ],
    [
      '10 of 15, the tool asks',
      { mode: 'dontAsk', parts: [partOf({ check: { outcome: 'ask', reason: 'r' } })] },
    ],
    [
      '11 of 15, it edits inside a working directory',
      { mode: 'acceptEdits', parts: [partOf({ insideEdit: true })] },
    ],
    ['12 of 15, an allow rule covers it', { policy: { allow: ['Bash'] } }],
    ['14 of 15, no earlier step decided', {}],
  ])('%s', (step, asking) => {
    expect(printed(asking, { width: 200 })).toContainEqual(
      expect.stringContaining(`       decided at step ${step}: `),
    );
  });
});
