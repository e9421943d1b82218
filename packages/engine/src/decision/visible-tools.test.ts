import { describe, expect, test } from 'vitest';
import { toolboxOf, toolFor } from '../facts/toolbox.ts';
import { compilePolicy } from '../policy/compile-policy.ts';
import type { Layer } from '../policy/layer.ts';
import { visibleTools } from './visible-tools.ts';

const tools = [
  'Bash',
  'Read',
  'Write',
  'Edit',
  'Grep',
  'WebFetch',
  'WebSearch',
  'mcp__gh__create',
  'mcp__gh__list',
  'mcp__db__query',
  'deploy',
  '__proto__',
];
const toolbox = toolboxOf();

function hidden(policy: Layer | readonly Layer[], now = 1000): readonly string[] {
  const layers = Array.isArray(policy) ? (policy as readonly Layer[]) : [policy as Layer];
  const shown = visibleTools(tools, compilePolicy(layers), {
    kindOf: (tool) => toolFor(toolbox, { tool, input: {} }).kind,
    now,
  });
  return tools.filter((tool) => !shown.includes(tool));
}

describe('lists', () => {
  test.each<[string, Layer | readonly Layer[], readonly string[]]>([
    ['no lists hide nothing', {}, []],
    [
      'hidden names',
      { tools: { hidden: ['Bash', 'mcp__gh__*'] } },
      ['Bash', 'mcp__gh__create', 'mcp__gh__list'],
    ],
    [
      'visible names',
      { tools: { visible: ['Read', 'Grep', 'mcp__*', 'deploy', '__proto__', 'W*', 'E*'] } },
      ['Bash'],
    ],
    ['hidden wins', { tools: { visible: ['*'], hidden: ['deploy'] } }, ['deploy']],
    [
      'each layer only takes away',
      [
        { tools: { hidden: ['Bash'] } },
        { tools: { visible: ['*'] } },
        { layer: 'project', tools: { hidden: ['Read'] } },
      ],
      ['Bash', 'Read'],
    ],
    [
      'two visible lists leave what both name',
      [{ tools: { visible: ['Bash', 'Read'] } }, { tools: { visible: ['Read', 'Write'] } }],
      tools.filter((tool) => tool !== 'Read'),
    ],
    ['a star elsewhere is itself', { tools: { hidden: ['*sh', 'mcp__*__create'] } }, []],
    ['a hostile name can be hidden', { tools: { hidden: ['__proto__'] } }, ['__proto__']],
  ])('%s', (_name, policy, expected) => {
    expect(hidden(policy)).toEqual(expected);
  });
});

describe('a tool that is denied without condition is hidden too', () => {
  test.each<[string, Layer, readonly string[]]>([
    ['a kind', { deny: ['Bash'] }, ['Bash']],
    ['all that write', { deny: ['write'] }, ['Write', 'Edit']],
    ['all that read', { deny: ['Read'] }, ['Read', 'Grep']],
    ['all that fetch', { deny: ['WebFetch'] }, ['WebFetch']],
    ['MCP', { deny: ['mcp'] }, ['mcp__gh__create', 'mcp__gh__list', 'mcp__db__query']],
    ['an MCP server', { deny: ['mcp__gh'] }, ['mcp__gh__create', 'mcp__gh__list']],
    ['an MCP tool', { deny: ['mcp__gh__create'] }, ['mcp__gh__create']],
    ['an MCP tool, as server and tool', { deny: ['gh(create)'] }, ['mcp__gh__create']],
    ['MCP tools by a pattern', { deny: ['mcp__*__*e*'] }, ['mcp__gh__create', 'mcp__db__query']],
    ['a tool by name', { deny: ['deploy'] }, ['deploy']],
    ['tools by a pattern', { deny: ['Web*'] }, ['WebFetch', 'WebSearch']],
    ['everything', { deny: ['*'] }, tools],
    ['one tool of a kind', { deny: ['Grep'] }, ['Grep']],
    ['not by a command', { deny: ['Bash(rm:*)'] }, []],
    ['not by a path', { deny: ['Read(**)'] }, []],
    ['not by a host', { deny: ['WebFetch(domain:example.com)'] }, []],
    ['not by an argument', { deny: ['deploy(prod)', 'deploy({"a":1})', 'mcp__gh__create({"a":1})'] }, []],
    ['not under a condition', { deny: [{ rule: 'deploy', when: { env: 'prod' } }] }, []],
    ['not for some agents', { deny: [{ rule: 'deploy', agents: ['sub'] }] }, []],
    ['not by an ask', { ask: ['deploy'] }, []],
    ['not by an allow', { allow: ['deploy'] }, []],
    ['a name that looks like MCP and is not', { deny: ['gh(create)', 'mcp__deploy'] }, ['mcp__gh__create']],
  ])('%s', (_name, policy, expected) => {
    expect(hidden(policy)).toEqual(expected);
  });

  test('until the rule expires', () => {
    const policy: Layer = { deny: [{ rule: 'deploy', expires: '2026-01-01' }] };
    expect(hidden(policy, Date.parse('2026-01-01') - 1)).toEqual(['deploy']);
    expect(hidden(policy, Date.parse('2026-01-01'))).toEqual([]);
  });
});

test('a tool of another kind is not the tool of a server, whatever it is called', () => {
  const about = { kindOf: () => 'other' as const, now: 0 };
  const names = ['mcp__gh__create', 'mcp__gh__undefined'];
  expect(visibleTools(names, compilePolicy([{ deny: ['gh(create)'] }]), about)).toEqual(names);
  expect(
    visibleTools(names, compilePolicy([{ deny: ['gh({"a":1})'] }]), { ...about, kindOf: () => 'mcp' }),
  ).toEqual(names);
  expect(visibleTools(names, compilePolicy([{ deny: ['mcp__gh__create'] }]), about)).toEqual([
    'mcp__gh__undefined',
  ]);
});
