import { describe, expect, test } from 'vitest';
import { questionOf, shellPart, type Asking } from '../../../test/question-of.ts';
import { plainShell } from '../../../test/plain-shell.ts';
import { decide } from '../decide.ts';
import { explain } from './explain.ts';
import { failureDecision } from '../failure.ts';
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
    'Asking: `git push` may have other effects: of something. Bash(git push:*)',
    '(project, p.yaml) asks about it.',
    '',
    'ask    git push',
    '       Bash(git push:*) (project, p.yaml) asks about it',
    '       uncertain: of something',
    '  yes  ask    Bash(git push:*)  matches (p.yaml)',
    '  yes  allow  Bash(git:*)       covers all of it (/home/dev/u.yaml:2)',
    '  yes  allow  Bash              covers all of it, but has no effect: its layer',
    '                                is not trusted yet (p.yaml)',
    '  -    deny   Bash(rm:*)        another command (/home/dev/u.yaml:9)',
    '',
    'allow  git log',
    '       Bash(git:*) (user, /home/dev/u.yaml:2) allows it',
    '  yes  allow  Bash(git:*)       covers all of it (/home/dev/u.yaml:2)',
    '  yes  allow  Bash              covers all of it, but has no effect: its layer',
    '                                is not trusted yet (p.yaml)',
    '  -    deny   Bash(rm:*)        another command (/home/dev/u.yaml:9)',
    '  -    ask    Bash(git push:*)  not `push` (p.yaml)',
    '',
    'To allow this:',
    '  approve it',
    '  change or remove Bash(git push:*) (project, p.yaml)',
  ]);
});

describe('what is left out and how things are named', () => {
  const policy = { file: '/a/b/p.yaml', deny: ['Bash(a)', 'Bash(b)', 'Bash(c)', 'Bash(make)'] };
  test('on one screen, rules that do not match are counted where there is no room', () => {
    expect(printed({ policy }, { lines: 14 }).slice(6)).toEqual([
      '  yes  deny   Bash(make)  matches (/a/b/p.yaml)',
      '  -    deny   Bash(a)     another command (/a/b/p.yaml)',
      '',
      'Not shown without --all: rules that do not match: 2.',
      '',
      'To allow this:',
      '  change or remove Bash(make) (flags, /a/b/p.yaml)',
    ]);
    expect(printed({ policy }).join('\n')).not.toContain('Not shown');
  });

  test('where not every part has room, the gravest stand and the others are counted', () => {
    const parts = ['ls', 'make', 'git push', 'ls -l'].map((text) =>
      shellPart(text, text === 'git push' ? { effects: [{ effect: 'publish' }] } : {}),
    );
    const shown = printed(
      { policy: { ask: ['Effect(publish)'], allow: ['Bash(ls:*)'] }, parts },
      { lines: 16 },
    );
    expect(shown.filter((line) => /^(?:allow|ask|deny) {2,4}\S/u.test(line))).toEqual([
      'ask  (mode default)',
      'ask    git push',
    ]);
    expect(shown).toContain('Not shown without --all: parts of the call: 3, rules that may match: 1.');
    expect(shown.length).toBeLessThanOrEqual(16);
  });

  test('of rules that come with the program, those that match alone', () => {
    const shown = printed({ policy }, { isShipped: (file) => file === '/a/b/p.yaml' });
    expect(shown.slice(6, 9)).toEqual([
      '  yes  deny   Bash(make)  matches (/a/b/p.yaml)',
      '',
      'Not shown without --all: rules that do not match: 3.',
    ]);
  });

  test('of rules that come with the program, many that may match are counted', () => {
    const question = questionOf({ policy });
    const { decision, parts } = explain(question, decide(question, { ...plainShell(), offer: () => [] }));
    const unsure = parts.map((part) => ({
      ...part,
      rules: part.rules.map((rule) => ({ ...rule, match: 'may' as const })),
    }));
    const shown = (isShipped: boolean): string =>
      printExplanation({ decision, parts: unsure }, { isShipped: () => isShipped });
    expect(shown(true).match(/^ {2}may/gm)).toBe(null);
    expect(shown(true)).toContain('Not shown without --all: rules that may match: 4.');
    expect(shown(false).match(/^ {2}may/gm)).toHaveLength(4);
  });

  test('a rule over a session that the session does not fulfil is not told as if it counted', () => {
    const over = { file: 'permesso/presets/groups.yaml', ask: [{ rule: 'Bash(make)', after: 'untrusted' }] };
    expect(printed({ policy: over }, { isShipped: () => true }).join('\n')).not.toContain('Bash(make)');
    expect(printed({ policy: over }, { width: 160 })).toContain(
      '  yes  ask    Bash(make)  matches, but has no effect: the session does not have the label `untrusted` (preset)',
    );
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
      '       the mode is bypass',
    ]);
  });

  test('a rule that does not fit beside its reason stands above it, with its condition', () => {
    const when = { command: { startsWith: 'a long beginning of a command' } };
    const lines = printed(
      { policy: { deny: [{ rule: 'Bash', when }] }, call: { input: { command: 'x' } } },
      { width: 60 },
    );
    expect(lines.slice(6, 11)).toEqual([
      '  -    deny   Bash when command startsWith "a long beginning',
      'of a command"',
      '              its condition does not hold: command',
      '              startsWith "a long beginning of a command"',
      '              (flags)',
    ]);
  });

  test('a label too long for a line is wrapped under itself', () => {
    expect(
      printed({ mode: 'bypass', parts: [shellPart('make one two three')] }, { width: 24 }).slice(5, 8),
    ).toEqual(['allow  make one two', '       three', '       the mode is']);
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
