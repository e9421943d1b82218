import { compileCode, type Layer } from '@permesso/engine/policy';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { ToolCall } from '@permesso/engine/call';
import { createGate } from '@permesso/gate/gate';
import { parseTestCall } from '@permesso/engine/text';
import { fixedWorld } from '@permesso/engine/world';

const page = readFileSync(join(import.meta.dirname, '../../../docs/rules.md'), 'utf8');

/** The rows of every table with this head, each cell as the code in it. */
function rowsUnder(head: string): readonly (readonly (readonly string[])[])[] {
  return page.split('\n\n').flatMap((block) => {
    const [first, , ...rows] = block.split('\n');
    return first === head ? rows.map((row) => row.split('|').slice(1, -1).map(codeIn)) : [];
  });
}

function codeIn(cell: string): readonly string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
}

/** A command, or a call as tests in policies write it. */
function callOf(text: string): ToolCall {
  if (!/^\w+\(.*\)$/.test(text)) return { tool: 'Bash', input: { command: text } };
  const call = parseTestCall(text);
  if (!call.ok) throw new Error(`${text}: ${call.error.message}`);
  return { tool: call.value.tool, input: call.value.input };
}

function verdict(call: ToolCall, policy: Layer): string {
  const layer: Layer = { layer: 'project', trusted: true, root: '/home/dev/project', ...policy };
  return createGate({ policy: compileCode([layer]), world: () => fixedWorld() }).explain(call).decision
    .verdict;
}

const rows = rowsUnder('| Rule | As an allow it covers | but not | As a deny it also means |');
const cases = rows.flatMap(([rules = [], covers = [], misses = [], denies = []]) =>
  rules.flatMap((rule) => [
    ...covers.map((call) => ({ rule, call, as: 'allow', is: 'allow' })),
    ...misses.map((call) => ({ rule, call, as: 'allow', is: 'not allow' })),
    ...[...covers, ...denies].map((call) => ({ rule, call, as: 'deny', is: 'deny' })),
  ]),
);

test('there are rows to try', () => {
  expect(rows.length).toBeGreaterThan(25);
  expect(cases.length).toBeGreaterThan(100);
});

describe('what the page says of a rule', () => {
  test.each(cases)('$as $rule: $call is $is', ({ rule, call, as, is }) => {
    const policy = as === 'allow' ? { allow: [rule] } : { allow: ['*'], deny: [rule] };
    const said = verdict(callOf(call), policy);
    if (is === 'not allow') expect(said).not.toBe('allow');
    else expect(said).toBe(is);
    // Nothing is shown that would be so without the rule.
    if (is === 'allow') expect(verdict(callOf(call), {})).toBe('ask');
  });
});

const conditions = rowsUnder('| `when` | Holds for | but not for |').flatMap(
  ([conditionsOfRow = [], holds = [], fails = []]) =>
    conditionsOfRow.flatMap((when) => [
      ...holds.map((input) => ({ when, input, is: 'allow' })),
      ...fails.map((input) => ({ when, input, is: 'ask' })),
    ]),
);

describe('what the page says of conditions', () => {
  test('there are some', () => expect(conditions.length).toBeGreaterThan(12));

  test.each(conditions)('$when for $input: $is', ({ when, input, is }) => {
    const allow = [{ rule: 'pay', when: parseYaml(when) as Record<string, unknown> }];
    expect(verdict({ tool: 'pay', input: JSON.parse(input) as ToolCall['input'] }, { allow })).toBe(is);
  });
});
