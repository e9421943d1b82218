import { describe, expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { createGate } from '../src/gate/gate.ts';
import { fromKindRules, type KindRules } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { plainShell } from '../../engine/test/plain-shell.ts';

type KindName = 'shell' | 'read' | 'write' | 'url' | 'mcp';

const calls: { readonly [K in KindName]: ToolCall } = {
  shell: { tool: 'Bash', input: { command: 'make' } },
  read: { tool: 'Read', input: { file_path: 'src/a.ts' } },
  write: { tool: 'Write', input: { file_path: 'src/a.ts' } },
  url: { tool: 'WebFetch', input: { url: 'https://example.com/' } },
  mcp: { tool: 'mcp__gh__create', input: {} },
};

const kindNames = Object.keys(calls) as KindName[];

function decide(rules: KindRules, call: ToolCall, shell = plainShell()): string {
  return createGate({ policy: fromKindRules(rules), tools: [shell], world: () => fixedWorld() }).explain(call)
    .decision.verdict;
}

/** What the requirement's own handler answers: the rule for the kind, else the default, else allow. */
function promised(rules: KindRules, kind: KindName): string {
  const found = rules.rules?.findLast((rule) => rule.kind === kind);
  return found === undefined ? (rules.default ?? 'allow') : (found.decision ?? 'allow');
}

describe('every kind, every default, every rule', () => {
  const cases = [undefined, 'allow', 'deny'].flatMap((fallback) =>
    kindNames.flatMap((ruled) =>
      [undefined, 'allow', 'deny'].map((decision) => ({ fallback, ruled, decision }) as const),
    ),
  );
  test.each(cases)('default $fallback, $ruled: $decision', ({ fallback, ruled, decision }) => {
    const rules = {
      ...(fallback === undefined ? {} : { default: fallback }),
      rules: [{ kind: ruled, ...(decision === undefined ? {} : { decision }) }],
    } as KindRules;
    const verdicts = kindNames.map((kind) => `${kind} ${decide(rules, calls[kind])}`);
    expect(verdicts).toEqual(kindNames.map((kind) => `${kind} ${promised(rules, kind)}`));
  });

  test.each<[string, KindRules]>([
    ['nothing at all', {}],
    ['a default alone', { default: 'deny' }],
    ['no rules', { default: 'allow', rules: [] }],
    [
      'read-only evaluation',
      {
        rules: [
          { kind: 'shell', decision: 'deny' },
          { kind: 'write', decision: 'deny' },
        ],
      },
    ],
    ['all but reading denied', { default: 'deny', rules: [{ kind: 'read' }] }],
    [
      'a later rule replaces an earlier one',
      {
        rules: [
          { kind: 'read', decision: 'deny' },
          { kind: 'read', decision: 'allow' },
        ],
      },
    ],
    [
      'and the other way round',
      { default: 'deny', rules: [{ kind: 'shell' }, { kind: 'shell', decision: 'deny' }] },
    ],
  ])('%s', (_name, rules) => {
    for (const kind of kindNames)
      expect([kind, decide(rules, calls[kind])]).toEqual([kind, promised(rules, kind)]);
  });
});

describe('these rules know no asking', () => {
  test('a tool that nobody described follows the default', () => {
    const call = { tool: 'deploy', input: {} };
    expect(decide({}, call)).toBe('allow');
    expect(decide({ default: 'deny', rules: kindNames.map((kind) => ({ kind })) }, call)).toBe('deny');
  });

  test('a shell that finds its command harmless does not get past a default of deny', () => {
    const harmless = plainShell(() => ({ outcome: 'allow', reason: 'read-only' }));
    expect(decide({ default: 'deny' }, calls.shell, harmless)).toBe('deny');
    expect(decide({ default: 'deny', rules: [{ kind: 'read' }] }, calls.shell, harmless)).toBe('deny');
    expect(decide({ default: 'deny', rules: [{ kind: 'shell' }] }, calls.shell, harmless)).toBe('allow');
  });

  test('where reading is denied, a search is too', () => {
    expect(
      decide({ rules: [{ kind: 'read', decision: 'deny' }] }, { tool: 'Grep', input: { pattern: 'x' } }),
    ).toBe('deny');
  });
});

test('as a layer', () => {
  expect(fromKindRules({})).toEqual({ mode: 'bypass', deny: [] });
  expect(fromKindRules({ default: 'deny' })).toEqual({ mode: 'dontAsk', allow: [], deny: ['shell'] });
});

test.each<[string, unknown, string]>([
  ['a decision in capitals', { rules: [{ kind: 'shell', decision: 'Deny' }] }, 'it needs allow or deny'],
  ['asking', { rules: [{ kind: 'shell', decision: 'ask' }] }, 'it needs allow or deny'],
  ['a kind that does not exist', { rules: [{ kind: 'shel', decision: 'deny' }] }, 'it needs one of shell,'],
  ['a rule without a kind', { rules: [{ decision: 'deny' }] }, 'a rule has no kind'],
  ['a rule that is a text', { rules: ['shell'] }, 'a rule is not an object'],
  ['rules as an object', { rules: { shell: 'deny' } }, 'it needs a list of rules'],
  ['a default that is neither', { default: 'none' }, 'it needs allow or deny'],
  ['a misspelt default', { defualt: 'deny' }, 'there is no such key'],
  ['another case', { Default: 'deny' }, 'did you mean `default`?'],
  ['nothing', null, 'it is not an object'],
])('%s stops the load instead of allowing everything', (_name, rules, words) => {
  expect(() => fromKindRules(rules as KindRules)).toThrow(words);
});
