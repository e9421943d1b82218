import { describe, expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { defineTool, type Tool } from '@permesso/engine/facts';
import { createGate } from '@permesso/gate/gate';
import { scriptedApprover } from '@permesso/gate/approval';
import { type Layer, type Mode, PolicyError } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';

interface Row {
  readonly what: string;
  readonly policy: Layer;
  readonly mode?: Mode;
  readonly tools?: readonly Tool[];
  readonly call: unknown;
  readonly verdict: string;
}

function verdictOf({ policy, mode, tools, call }: Row): string {
  const gate = createGate({
    policy,
    world: () => fixedWorld(),
    ...(mode === undefined ? {} : { mode }),
    ...(tools === undefined ? {} : { tools }),
  });
  return gate.explain(call as ToolCall).decision.verdict;
}

const throwing = defineTool({
  name: 'fetch_file',
  kind: 'read',
  touches: () => {
    throw new Error('crafted input');
  },
});

/** Each row is a way around a deny that was open once. */
const rows: readonly Row[] = [
  {
    what: 'a command that is not a string',
    policy: { deny: ['Bash(rm:*)'] },
    mode: 'bypass',
    call: { tool: 'Bash', input: { command: ['rm', '-rf', '/'] } },
    verdict: 'ask',
  },
  {
    what: 'a command under another name',
    policy: { deny: ['Bash(rm:*)'] },
    mode: 'bypass',
    call: { tool: 'Bash', input: { cmd: 'rm -rf /' } },
    verdict: 'ask',
  },
  {
    what: 'a tool whose own code fails',
    policy: { deny: ['Read(**/.env)'] },
    mode: 'bypass',
    tools: [throwing],
    call: { tool: 'fetch_file', input: { path: '.env' } },
    verdict: 'ask',
  },
  {
    what: 'a tool that runs commands nobody opened',
    policy: { allow: ['Bash'], deny: ['Bash(rm:*)'] },
    tools: [defineTool({ name: 'run', kind: 'shell' })],
    call: { tool: 'run', input: { line: 'rm -rf /' } },
    verdict: 'ask',
  },
  {
    what: 'the same under a rule about a file',
    policy: { allow: ['Bash'], deny: ['Read(**/.env)'] },
    tools: [defineTool({ name: 'run', kind: 'shell' })],
    call: { tool: 'run', input: { line: 'cat .env' } },
    verdict: 'ask',
  },
  {
    what: 'a tool that reads files it does not declare',
    policy: { allow: ['Read'], deny: ['Read(**/.env)'] },
    tools: [defineTool({ name: 'open', kind: 'read' })],
    call: { tool: 'open', input: { path: '.env' } },
    verdict: 'ask',
  },
  {
    what: 'a tool that declares what it reads is judged by that',
    policy: { allow: ['Read'], deny: ['Read(**/.env)'] },
    tools: [
      defineTool({
        name: 'open',
        kind: 'read',
        touches: ({ path }) => [{ access: 'read', path: String(path) }],
      }),
    ],
    call: { tool: 'open', input: { path: 'src/a.ts' } },
    verdict: 'allow',
  },
  ...['read', 'READ', 'Read_'].map((tool, at) => ({
    what: `an undescribed tool called ${tool}`,
    policy: { deny: ['Read'] },
    mode: 'bypass' as const,
    call: { tool, input: {} },
    verdict: at < 2 ? 'deny' : 'allow',
  })),
  {
    what: 'an undescribed tool called bash',
    policy: { deny: ['Bash(rm:*)'] },
    mode: 'bypass',
    call: { tool: 'bash', input: { command: 'rm x' } },
    verdict: 'ask',
  },
  {
    what: 'a tool of one’s own that is named like an MCP tool',
    policy: { deny: ['mcp__x__*'] },
    mode: 'bypass',
    tools: [defineTool({ name: 'mcp__x__y' })],
    call: { tool: 'mcp__x__y', input: {} },
    verdict: 'deny',
  },
  {
    what: 'a file pattern that leads out of the searched directory',
    policy: { allow: ['Read'], deny: ['Read(~/.ssh/**)'] },
    call: { tool: 'Glob', input: { pattern: '/home/dev/.ssh/*' } },
    verdict: 'deny',
  },
  {
    what: 'a file pattern that climbs out',
    policy: { allow: ['Read'], deny: ['Read(~/vault/**)'] },
    call: { tool: 'Glob', input: { pattern: '../vault/*' } },
    verdict: 'deny',
  },
  {
    what: 'a file pattern that climbs behind a wildcard',
    policy: { allow: ['Read'], deny: ['Read(~/vault/**)'] },
    call: { tool: 'Glob', input: { pattern: '*/../../vault/*' } },
    verdict: 'ask',
  },
  {
    what: 'a second path field',
    policy: { allow: ['Read'], deny: ['Read(**/.env)'] },
    call: { tool: 'Read', input: { file_path: 'src/a.ts', path: '.env' } },
    verdict: 'deny',
  },
  {
    what: 'a second path field under a rule that covers only the first',
    policy: { allow: ['Read(src/**)'] },
    call: { tool: 'Read', input: { file_path: 'src/a.ts', path: 'lib/b.ts' } },
    verdict: 'ask',
  },
  {
    what: 'an argument beside the command that may change what runs',
    policy: { allow: ['Bash(npm test)'] },
    call: { tool: 'Bash', input: { command: 'npm test', env: { NODE_OPTIONS: '--require ./evil.js' } } },
    verdict: 'ask',
  },
  {
    what: 'a read-only command with such an argument',
    policy: {},
    call: { tool: 'Bash', input: { command: 'ls', cwd: '/elsewhere' } },
    verdict: 'ask',
  },
  {
    what: 'a malformed call where everything is asked about',
    policy: { ask: ['*'] },
    call: { tool: 'Read', input: null },
    verdict: 'deny',
  },
];

describe('what is not shown is under suspicion', () => {
  test.each(rows)('$what: $verdict', (row) => {
    expect(verdictOf(row)).toBe(row.verdict);
  });
});

test('a deny on a path that is a link holds where the link leads, and an allow does not', () => {
  const world = fixedWorld({ links: { '/home/dev/vault': '/data' } });
  const read = (policy: Layer): string =>
    createGate({ policy, world: () => world }).explain({ tool: 'Read', input: { file_path: '/data/x' } })
      .decision.verdict;
  expect(read({ allow: ['Read'], deny: ['Read(~/vault/**)'] })).toBe('deny');
  expect(read({ allow: ['Read(~/vault/**)'] })).toBe('ask');
});

describe('an agent does not say yes to itself', () => {
  test.each([
    ['permesso trust --yes', 'ask'],
    ['npx permesso trust --yes', 'ask'],
    ['npx -y permesso@latest rules add allow Bash', 'ask'],
    ['./node_modules/.bin/permesso answer 1 allow', 'ask'],
    ['node node_modules/permesso/dist/cli/main.cjs thaw', 'ask'],
    ['bash -c "permesso grants revoke x"', 'ask'],
    ['permesso admin approvals answer 1 allow --yes', 'ask'],
    ['permesso admin people', 'ask'],
    ['permesso $X', 'ask'],
    ['permesso check "git push"', 'allow'],
    ['permesso rules --json', 'allow'],
    ['npx permesso lint', 'allow'],
  ])('%s: %s', async (command, verdict) => {
    const gate = createGate({ policy: { allow: ['Bash'] }, world: () => fixedWorld() });
    expect((await gate.check({ tool: 'Bash', input: { command } })).verdict).toBe(verdict);
  });
});

describe('a layer that is not what it seems', () => {
  test.each<[string, unknown]>([
    ['a misspelt verdict', { Deny: ['Read'] }],
    ['an unknown layer', { layer: 'Managed', deny: ['Read'] }],
    ['rules that are no list', { deny: 'Read' }],
    ['a rule that is not a string', { deny: [5] }],
    ['an unknown field', { forbids: ['Read'] }],
    ['hidden tools that are no list', { tools: { hidden: 'x' } }],
    ['a misspelt restriction', { layer: 'managed', restrict: { onlyManaged: true } }],
  ])('%s is refused', (_what, policy) => {
    expect(() => createGate({ policy: policy as Layer })).toThrow(PolicyError);
  });
});

test('all asks about one call are put at once, and one yes answers them', async () => {
  const approver = scriptedApprover([{ verdict: 'allow' }]);
  const gate = createGate({ policy: { ask: ['Write'] }, approver, world: () => fixedWorld() });
  const { verdict } = await gate.authorize({ tool: 'Write', input: { file_path: '~/.bashrc' } });
  expect(verdict).toBe('allow');
  expect(approver.asked).toHaveLength(1);
});

test('a value that JSON cannot hold is equal to nothing, so no exact grant meets it', async () => {
  const approver = scriptedApprover([{ verdict: 'allow', scope: 'session' }]);
  const gate = createGate({ policy: {}, approver, world: () => fixedWorld() });
  await gate.authorize({ tool: 'pay', input: { on: new Date(1) } });
  expect((await gate.check({ tool: 'pay', input: { on: new Date(2) } })).verdict).toBe('ask');
});
