import { describe, expect, test } from 'vitest';
import { commandOf, partOf } from '../../../test/part-of.ts';
import { questionOf, shellPart, type Asking } from '../../../test/question-of.ts';
import { plainShell } from '../../../test/plain-shell.ts';
import type { Part } from '../../facts/part.ts';
import type { KnownPath, PathFact } from '../../facts/paths/path-fact.ts';
import { readUrl } from '../../facts/urls/read-url.ts';
import { decide } from '../decide.ts';
import { failureDecision } from '../failure.ts';
import { explain } from './explain.ts';

test('every rule of the policy stands beside every part, with how it matches and why it does not count', () => {
  const question = questionOf({
    policy: [
      {
        layer: 'user',
        allow: ['Bash(git:*)'],
        ask: ['Bash(git push:*)'],
        deny: ['Bash(rm:*)', { rule: 'Bash', expires: '1970-01-01' }],
      },
      { layer: 'project', file: 'p.yaml', lines: { allow: [2] }, allow: ['Bash'] },
    ],
    parts: [shellPart('git push'), shellPart('$X')],
  });
  const decision = decide(question, plainShell());
  const explanation = explain(question, decision);
  expect(explanation.decision).toBe(decision);
  expect(
    explanation.parts.map(({ label, rules }) => ({
      label,
      rules: rules.map(({ rule, match, inert }) => [rule.verdict, rule.text, match, inert ?? 'counts']),
    })),
  ).toEqual([
    {
      label: 'git push',
      rules: [
        ['allow', 'Bash(git:*)', 'yes', 'counts'],
        ['ask', 'Bash(git push:*)', 'yes', 'counts'],
        ['deny', 'Bash(rm:*)', 'no', 'counts'],
        ['deny', 'Bash', 'yes', 'it has expired'],
        ['allow', 'Bash', 'yes', 'its layer is not trusted yet'],
      ],
    },
    {
      label: '$X',
      rules: [
        ['allow', 'Bash(git:*)', 'no', 'counts'],
        ['ask', 'Bash(git push:*)', 'may', 'counts'],
        ['deny', 'Bash(rm:*)', 'may', 'counts'],
        ['deny', 'Bash', 'yes', 'it has expired'],
        ['allow', 'Bash', 'yes', 'its layer is not trusted yet'],
      ],
    },
  ]);
  expect(explanation.parts[0]?.rules[4]?.rule).toMatchObject({ layer: 'project', file: 'p.yaml', line: 2 });
  expect(explanation.parts[0]?.rules[0]).not.toHaveProperty('inert');
});

test('a decision with fewer parts than the question does not break the explanation', () => {
  const question = questionOf({ policy: { deny: ['Bash'] }, parts: [shellPart('a'), shellPart('b')] });
  expect(explain(question, failureDecision('x')).parts.map(({ label }) => label)).toEqual(['a', 'b']);
});

/** Why the only rule of the policy does or does not speak about the only part. */
function why(asking: Asking): string | undefined {
  const question = questionOf(asking);
  return explain(question, decide(question, plainShell())).parts[0]?.rules[0]?.why;
}

describe('why, in a few words', () => {
  const at = (written: string, more: Partial<KnownPath> = {}): KnownPath => ({
    known: true,
    written,
    real: written,
    ...more,
  });
  const reading = (path: PathFact, accesses: Part['accesses'] = []): readonly Part[] => [
    partOf({ kind: 'read', subject: { kind: 'path', access: 'read', path }, accesses }),
  ];
  const source = at('/home/dev/project/src/a.ts');
  const fetching = partOf({ kind: 'url', subject: { kind: 'url', url: readUrl('https://b.test/') } });
  const mcp = partOf({ kind: 'mcp', subject: { kind: 'mcp', readings: [{ server: 'a', tool: 'c' }] } });
  test.each<[string, Asking, string]>([
    ['allow, covered', { policy: { allow: ['Bash'] } }, 'covers all of it'],
    ['deny, matched', { policy: { deny: ['Bash'] } }, 'matches'],
    [
      'one of two conditions',
      { policy: { deny: [{ rule: 'Bash', when: { a: 1, b: 2 } }] }, call: { input: { a: 1, b: 3 } } },
      'its condition does not hold: b = 2',
    ],
    [
      'the first of two conditions',
      { policy: { allow: [{ rule: 'Bash', when: { a: 1, b: 2 } }] }, call: { input: { a: 0, b: 2 } } },
      'its condition does not hold: a = 1',
    ],
    [
      'a condition on a rule that would not match anyway',
      { policy: { deny: [{ rule: 'Bash(rm)', when: { a: 1 } }] } },
      'another command',
    ],
    [
      'a condition on an allow that would not cover anyway',
      { policy: { allow: [{ rule: 'Bash(rm)', when: { a: 1 } }] } },
      'another command',
    ],
    [
      'text that could not be read',
      { policy: { deny: ['Bash(rm)'] }, parts: [shellPart('')] },
      'may match: the text could not be analysed',
    ],
    [
      'text that could not be read, allow',
      { policy: { allow: ['Bash(rm)'] }, parts: [shellPart('')] },
      'the text could not be analysed',
    ],
    [
      'an unknown command',
      { policy: { deny: ['Bash(rm)'] }, parts: [shellPart('$X')] },
      'may match: the command is not known (value of $X)',
    ],
    [
      'an unknown command, allow',
      { policy: { allow: ['Bash(rm)'] }, parts: [shellPart('$X')] },
      'the command is not known',
    ],
    [
      'an unknown word',
      { policy: { deny: ['Bash(rm -f:*)'] }, parts: [shellPart('rm a $X')] },
      'may match: a word is not known (value of $X)',
    ],
    [
      'an unknown word, allow',
      { policy: { allow: ['Bash(rm a)'] }, parts: [shellPart('rm $X')] },
      'a word is not known (value of $X)',
    ],
    [
      'words that can be read so',
      { policy: { deny: ['Bash(git push:*)'] }, parts: [shellPart('git -C x push')] },
      'may match: it can be interpreted as such a command',
    ],
    ['a missing word', { policy: { allow: ['Bash(make all)'] } }, '`all` is missing'],
    ['a missing glob', { policy: { allow: ['Bash(make a-*)'] } }, '`a-*` is missing'],
    ['another glob', { policy: { allow: ['Bash(make a-*)'] }, parts: [shellPart('make b')] }, 'not `a-*`'],
    [
      'words after a star',
      { policy: { allow: ['Bash(make * x)'] }, parts: [shellPart('make a b')] },
      'not `x`',
    ],
    [
      'too many words',
      { policy: { allow: ['Bash(make)'] }, parts: [shellPart('make all')] },
      'it has more words than the rule',
    ],
    [
      'a star that finds no word',
      { policy: { allow: ['Bash(make * x)'] }, parts: [shellPart('make')] },
      '`x` is missing',
    ],
    [
      'deny, other words',
      {
        policy: { deny: ['Bash(make all)'] },
        parts: [
          shellPart('make x', { subject: commandOf('make x', { escalations: [{ at: 1, why: 'w' }] }) }),
        ],
      },
      'not `all`',
    ],
    [
      'a word that escalates',
      {
        policy: { allow: ['Bash(find:*)'] },
        parts: [
          shellPart('x', {
            subject: commandOf('find . -delete', { escalations: [{ at: 2, why: 'deletes' }] }),
          }),
        ],
      },
      'the rule does not contain `-delete`: deletes',
    ],
    [
      'the second of two that escalate',
      {
        policy: { allow: ['Bash(git -c:*)'] },
        parts: [
          shellPart('x', {
            subject: commandOf('git -c a --exec', {
              escalations: [
                { at: 1, why: 'first' },
                { at: 3, why: 'second' },
              ],
            }),
          }),
        ],
      },
      'the rule does not contain `--exec`: second',
    ],
    [
      'a word behind a star',
      {
        policy: { allow: ['Bash(find * -delete)'] },
        parts: [
          shellPart('x', {
            subject: commandOf('find . -delete', { escalations: [{ at: 2, why: 'deletes' }] }),
          }),
        ],
      },
      'the rule does not contain `-delete`: deletes',
    ],
    [
      'what stands before the command',
      {
        policy: { allow: ['Bash(make:*)'] },
        parts: [
          shellPart('x', {
            subject: commandOf('make', { escalations: [{ at: -1, why: 'LD_PRELOAD is set' }] }),
          }),
        ],
      },
      'LD_PRELOAD is set',
    ],
    [
      'not a command',
      { policy: { allow: ['Bash(make)'] }, parts: reading(source) },
      'the rule is about commands',
    ],
    ['kinds', { policy: { allow: ['Read'] } }, 'the rule is about reading files'],
    ['kinds: write', { policy: { deny: ['Write'] } }, 'the rule is about changing files'],
    ['kinds: url', { policy: { deny: ['WebFetch'] } }, 'the rule is about hosts'],
    ['kinds: mcp', { policy: { deny: ['mcp'] } }, 'the rule is about MCP tools'],
    ['kinds: shell', { policy: { deny: ['Bash'] }, parts: reading(source) }, 'the rule is about commands'],
    [
      'a path elsewhere',
      { policy: { allow: ['Read(lib/**)'] }, parts: reading(source) },
      'the path is not in lib/**',
    ],
    [
      'a path elsewhere, deny',
      { policy: { deny: ['Read(lib/**)'] }, parts: reading(source) },
      'the path is not in lib/**',
    ],
    [
      'another access',
      { policy: { deny: ['Write(src/**)'] }, parts: reading(source) },
      'the rule is about changing files',
    ],
    ['no path at all', { policy: { deny: ['Read(src/**)'] } }, 'the rule is about reading files'],
    [
      'an allow about what a command reads',
      {
        policy: { allow: ['Read(src/**)'] },
        parts: [shellPart('cat', { accesses: [{ kind: 'read', path: source }] })],
      },
      'the rule is about reading files',
    ],
    [
      'a deny about what a command reads',
      {
        policy: { deny: ['Read(lib/**)'] },
        parts: [shellPart('cat', { accesses: [{ kind: 'read', path: source }] })],
      },
      'the path is not in lib/**',
    ],
    [
      'another tool',
      { policy: { allow: ['Grep(src/**)'] }, call: { tool: 'Read' }, parts: reading(source) },
      'the rule is about the tool Grep',
    ],
    [
      'the tool, elsewhere',
      { policy: { allow: ['Grep(lib/**)'] }, call: { tool: 'Grep' }, parts: reading(source) },
      'the path is not in lib/**',
    ],
    [
      'an unknown path',
      { policy: { deny: ['Read(src/**)'] }, parts: reading({ known: false, reason: 'value of $X' }) },
      'may match: the path is not known (value of $X)',
    ],
    [
      'an unknown path, allow',
      { policy: { allow: ['Read(src/**)'] }, parts: reading({ known: false, reason: 'value of $X' }) },
      'the path is not known (value of $X)',
    ],
    [
      'the second path is unknown',
      {
        policy: { deny: ['Read(lib/**)'] },
        parts: reading(source, [{ kind: 'read', path: { known: false, reason: 'value of $X' } }]),
      },
      'may match: the path is not known (value of $X)',
    ],
    [
      'everything below',
      {
        policy: { deny: ['Read(src/x/*.pem)'] },
        parts: reading(source, [{ kind: 'read', path: at('/home/dev/project/src', { recursive: true }) }]),
      },
      'may match: it covers everything below, so perhaps a file in src/x/*.pem',
    ],
    [
      'everything below, allow',
      {
        policy: { allow: ['Read(src/*)'] },
        parts: reading(at('/home/dev/project/src', { recursive: true })),
      },
      'not everything below is in src/*',
    ],
    [
      'links elsewhere',
      {
        policy: { allow: ['Read(src/**)'] },
        parts: reading(at('/home/dev/project/src/a', { real: '/etc/a' })),
      },
      'its links lead to /etc/a',
    ],
    [
      'links that cannot be followed',
      {
        policy: { allow: ['Read(src/**)'] },
        parts: reading(at('/home/dev/project/src/a', { real: { unknown: 'a loop' } })),
      },
      'its links: a loop',
    ],
    [
      'links elsewhere from elsewhere',
      { policy: { allow: ['Read(src/**)'] }, parts: reading(at('/tmp/a', { real: '/etc/a' })) },
      'the path is not in src/**',
    ],
    [
      'links, deny',
      {
        policy: { deny: ['Read(lib/**)'] },
        parts: reading(at('/tmp/a', { real: { unknown: 'a loop' } }), []),
      },
      'may match: part of it is not known',
    ],
    [
      'a doubt of the part',
      {
        policy: { deny: ['Read(lib/**)'] },
        parts: [
          {
            ...(reading(at('/tmp/a', { real: { unknown: 'a loop' } }))[0] ?? partOf({})),
            doubts: ['some doubt'],
          },
        ],
      },
      'may match: some doubt',
    ],
    [
      'another host',
      { policy: { allow: ['WebFetch(domain:a.test)'] }, parts: [fetching] },
      'another host, port or scheme',
    ],
    [
      'another host, deny',
      { policy: { deny: ['WebFetch(domain:a.test)'] }, parts: [fetching] },
      'another host, port or scheme',
    ],
    ['no host', { policy: { deny: ['WebFetch(domain:a.test)'] } }, 'the rule is about hosts'],
    [
      'an allow about what a command fetches',
      {
        policy: { allow: ['WebFetch(domain:b.test)'] },
        parts: [shellPart('curl', { accesses: [{ kind: 'network', url: readUrl('https://b.test/') }] })],
      },
      'the rule is about hosts',
    ],
    [
      'another host that a command fetches',
      {
        policy: { deny: ['WebFetch(domain:a.test)'] },
        parts: [shellPart('curl', { accesses: [{ kind: 'network', url: readUrl('https://b.test/') }] })],
      },
      'another host, port or scheme',
    ],
    ['another MCP tool', { policy: { allow: ['mcp__a__b'] }, parts: [mcp] }, 'another server or tool'],
    [
      'another MCP argument',
      { policy: { allow: ['mcp__a__c({"x":1})'] }, parts: [mcp] },
      'another tool, or other arguments',
    ],
    ['no MCP tool', { policy: { allow: ['mcp__a__b'] } }, 'the rule is about MCP tools'],
    ['a tool', { policy: { allow: ['deploy'] } }, 'another tool'],
    ['an argument', { policy: { allow: ['deploy(x)'] } }, 'another tool, or other arguments'],
  ])('%s', (_name, asking, expected) => {
    expect(why(asking)).toBe(expected);
  });

  test('what is carried and not known', () => {
    const carried = partOf({ subject: { kind: 'unknown-call' } });
    expect(why({ policy: { deny: ['Bash(rm:*)'] }, parts: [carried] })).toBe(
      'may match: the call inside it is not known',
    );
  });
});
