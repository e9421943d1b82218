import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pattern } from '../../../test/random-pattern.ts';
import { layers, question } from '../../../test/random-question.ts';
import { runs } from '../../../test/runs.ts';
import { commandOf, partOf, wordsOf } from '../../../test/part-of.ts';
import type { Part } from '../../facts/part.ts';
import { fixedWorld } from '../../world/fixed-world.ts';
import { compilePolicy } from '../compile-policy.ts';
import { covers, touches, type Target } from './match-rule.ts';
import { parseRule } from './parse-rule.ts';
import { printPattern } from './print-pattern.ts';
import type { Rule } from './rule.ts';
import { candidates, indexRules } from './rule-index.ts';

function rule(text: string): Rule {
  const parsed = parseRule(text, { verdict: 'deny', origin: { layer: 'user', root: '/', trusted: true } });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

function targets({ call, facts, world }: Omit<Target, 'part'>): readonly Target[] {
  return facts.parts.map((part) => ({ call, facts, part, world }));
}

/** Rules that speak about the target but were not found. */
function missed(rules: readonly Rule[], target: Target): readonly string[] {
  const found = candidates(indexRules(rules), target);
  return rules
    .filter((one) => (covers(one, target) || touches(one, target) !== 'no') && !found.has(one))
    .map(({ text }) => text);
}

describe('the index never loses a rule that speaks about a part', () => {
  test('on random policies and parts', () => {
    fc.assert(
      fc.property(question, layers, (asked, given) => {
        const { rules } = compilePolicy(given);
        for (const target of targets(asked)) expect(missed(rules, target)).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('on rules of any shape', () => {
    fc.assert(
      fc.property(question, fc.array(pattern, { maxLength: 8 }), (asked, patterns) => {
        const rules = patterns.map((one) => rule(printPattern(one)));
        for (const target of targets(asked)) expect(missed(rules, target)).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });
});

function targetOf(part: Partial<Part>, tool = 'tool'): Target {
  const whole = partOf(part);
  return {
    call: { tool, input: {} },
    facts: { kind: whole.kind, parts: [whole] },
    part: whole,
    world: fixedWorld(),
  };
}

const known = (written: string) => ({ known: true as const, written, real: written });

describe('a part finds the rules that may speak about it and not the rest', () => {
  const texts = [
    'Bash',
    'Bash(git push:*)',
    'Bash(npm test)',
    'Bash(* --force)',
    'Read',
    'Read(src/a.ts)',
    'Read(**)',
    'Write(src/b.ts)',
    'WebFetch',
    'WebFetch(domain:example.com)',
    'WebFetch(domain:com)',
    'mcp',
    'mcp__gh__create',
    'mcp__a__b__c',
    'mcp__*__create',
    'gh(create)',
    'deploy',
    '*',
  ];
  /** Looked at for every part: there is no name to find them by. */
  const always = ['*', 'Bash(* --force)', 'Read(**)', 'mcp__*__create'];
  const impostor = targetOf(
    { kind: 'mcp', subject: { kind: 'mcp', readings: [{ server: 'a__b', tool: 'c' }] } },
    'mcp__a__b__c',
  );

  test.each<[string, Target, readonly string[]]>([
    ['a command', targetOf({ kind: 'shell', subject: commandOf('git push') }), ['Bash', 'Bash(git push:*)']],
    [
      'an alias',
      targetOf({ kind: 'shell', subject: commandOf('x', { aliases: [wordsOf('git push')] }) }),
      ['Bash', 'Bash(git push:*)'],
    ],
    [
      'what a carrier runs',
      targetOf({ kind: 'shell', subject: commandOf('x', { carriedBy: { words: wordsOf('git x'), at: 1 } }) }),
      ['Bash', 'Bash(git push:*)'],
    ],
    [
      'an unknown command',
      targetOf({ kind: 'shell', subject: commandOf('$X push') }),
      ['Bash', 'Bash(git push:*)', 'Bash(npm test)'],
    ],
    [
      'an alias with an unknown name',
      targetOf({ kind: 'shell', subject: commandOf('x', { aliases: [wordsOf('$X')] }) }),
      ['Bash', 'Bash(git push:*)', 'Bash(npm test)'],
    ],
    [
      'a file',
      targetOf({ kind: 'read', subject: { kind: 'path', access: 'read', path: known('/p/src/a.ts') } }),
      ['Read', 'Read(src/a.ts)'],
    ],
    [
      'a file that a command writes',
      targetOf({ accesses: [{ kind: 'write', path: known('/p/src/b.ts') }] }),
      ['Write(src/b.ts)'],
    ],
    [
      'a file under another name',
      targetOf({
        kind: 'read',
        subject: {
          kind: 'path',
          access: 'read',
          path: { known: true, written: '/p/x', real: '/p/src/a.ts' },
        },
      }),
      ['Read', 'Read(src/a.ts)'],
    ],
    [
      'an unknown file',
      targetOf({
        kind: 'read',
        subject: { kind: 'path', access: 'read', path: { known: false, reason: 'x' } },
      }),
      ['Read', 'Read(src/a.ts)', 'Write(src/b.ts)'],
    ],
    [
      'a host',
      targetOf({
        kind: 'url',
        subject: {
          kind: 'url',
          url: { known: true, scheme: 'https', host: 'a.example.com', port: '', path: '/' },
        },
      }),
      ['WebFetch', 'WebFetch(domain:example.com)', 'WebFetch(domain:com)'],
    ],
    [
      'another host',
      targetOf({
        kind: 'url',
        subject: {
          kind: 'url',
          url: { known: true, scheme: 'https', host: 'example.org', port: '', path: '/' },
        },
      }),
      ['WebFetch'],
    ],
    [
      'an unknown host that a tool asks',
      targetOf({ accesses: [{ kind: 'network', url: { known: false, reason: 'x' } }] }),
      ['WebFetch', 'WebFetch(domain:example.com)', 'WebFetch(domain:com)'],
    ],
    [
      'an MCP tool',
      targetOf({ kind: 'mcp', subject: { kind: 'mcp', readings: [{ server: 'gh', tool: 'create' }] } }),
      ['mcp', 'mcp__gh__create', 'gh(create)'],
    ],
    ['a look-alike of an MCP tool', impostor, ['mcp', 'mcp__a__b__c']],
    [
      'an MCP tool of a server that the host does not name',
      targetOf({ kind: 'mcp', subject: { kind: 'mcp', readings: [{ server: '', tool: 'c' }] } }),
      ['mcp', 'mcp__gh__create', 'mcp__a__b__c', 'gh(create)', 'deploy'],
    ],
    ['a tool by name', targetOf({}, 'deploy'), ['deploy']],
    ['a tool nobody named', targetOf({}, 'git'), []],
    ['a hostile name', targetOf({}, '__proto__'), []],
  ])('%s', (_name, target, expected) => {
    const found = [...candidates(indexRules(texts.map(rule)), target)].map(({ text }) => text);
    expect(found.toSorted()).toEqual([...always, ...expected].toSorted());
    expect(new Set(found).size).toBe(found.length);
  });

  test('text that could not be read finds every rule but those about MCP and other tools', () => {
    const found = [
      ...candidates(indexRules(texts.map(rule)), targetOf({ kind: 'shell', subject: commandOf('') })),
    ].map(({ text }) => text);
    expect(texts.filter((text) => !found.includes(text))).toEqual([
      'mcp',
      'mcp__gh__create',
      'mcp__a__b__c',
      'gh(create)',
      'deploy',
    ]);
  });
});
