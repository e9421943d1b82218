import { describe, expect, test } from 'vitest';
import { createGate, defineTool, fixedWorld, type Layer, type Mode, type Verdict } from '../src/index.ts';
import { describeMcp } from '../src/entries/tools.ts';

const tools = [
  describeMcp({ tool: 'mcp__files__read_file', reads: ['$.path'], readOnly: true }),
  describeMcp({
    tool: 'mcp__files__*',
    reads: ['$.source', '$.paths[*]'],
    writes: ['$.path', '$.destination', '$.edits[*].file'],
    deletes: ['$.remove'],
  }),
  describeMcp({ tool: 'mcp__web__fetch', urls: ['$.url'] }),
  defineTool({
    name: 'publish',
    touches: ({ from, to }) => [
      { access: 'read', path: JSON.stringify(from).slice(1, -1) },
      ...(to === undefined ? [] : [{ url: JSON.stringify(to).slice(1, -1) }]),
    ],
    check: ({ trusted }) =>
      trusted === true ? { outcome: 'allow', reason: 'its own word' } : { outcome: 'pass' },
  }),
];
const world = fixedWorld({ links: { '/home/dev/project/notes': '/home/dev/.ssh' } });

interface Asked {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly mode?: Mode;
  readonly mcp?: { readonly server: string; readonly tool: string };
}

function decide({ tool, input, mode = 'default', mcp }: Asked, policy: Layer): Verdict {
  const gate = createGate({ policy, mode, tools, world: () => world });
  return gate.explain({ tool, input, ...(mcp === undefined ? {} : { mcp }) }).decision.verdict;
}

const everything: Layer = { allow: ['mcp', 'publish'] };

describe('rules about files and hosts bind declared arguments', () => {
  const rows: readonly (readonly [tool: string, input: Record<string, unknown>, rule: string, Verdict])[] = [
    ['mcp__files__read_file', { path: 'secrets/a' }, 'Read(./secrets/**)', 'deny'],
    ['mcp__files__read_file', { path: 'src/../secrets/a' }, 'Read(./secrets/**)', 'deny'],
    ['mcp__files__read_file', { path: '/home/dev/project/secrets/a' }, 'Read(./secrets/**)', 'deny'],
    ['mcp__files__read_file', { path: 'file:///home/dev/project/secrets/a' }, 'Read(./secrets/**)', 'deny'],
    ['mcp__files__read_file', { path: 'file:///home/dev/project/%73ecrets/a' }, 'Read(./secrets/**)', 'deny'],
    ['mcp__files__read_file', { path: ['a', 'secrets/b'] }, 'Read(./secrets/**)', 'deny'],
    ['mcp__files__read_file', { path: 'src/a' }, 'Read(./secrets/**)', 'allow'],
    ['mcp__files__read_file', { path: { toString: 'secrets/a' } }, 'Read(./secrets/**)', 'ask'],
    ['mcp__files__read_file', { path: 'secrets/a' }, 'Write(./secrets/**)', 'allow'],
    ['mcp__files__write_file', { path: 'secrets/a' }, 'Write(./secrets/**)', 'deny'],
    ['mcp__files__edit', { edits: [{ file: 'a' }, { file: 'secrets/a' }] }, 'Edit(./secrets/**)', 'deny'],
    ['mcp__files__move', { source: 'secrets/a', destination: 'b' }, 'Read(./secrets/**)', 'deny'],
    ['mcp__files__drop', { remove: 'secrets/a' }, 'Write(./secrets/**)', 'deny'],
    ['mcp__files__read_many', { paths: ['a', 'secrets/a'] }, 'Read(./secrets/**)', 'deny'],
    ['mcp__web__fetch', { url: 'https://Evil.example./x' }, 'WebFetch(domain:evil.example)', 'deny'],
    ['mcp__web__fetch', { url: 'https://ok.example/' }, 'WebFetch(domain:evil.example)', 'allow'],
    ['mcp__web__fetch', { url: 7 }, 'WebFetch(domain:evil.example)', 'ask'],
    ['publish', { from: 'secrets/a' }, 'Read(./secrets/**)', 'deny'],
    ['publish', { from: 'a', to: 'http://evil.example' }, 'url(evil.example)', 'deny'],
    ['publish', { from: 'secrets/a', trusted: true }, 'Read(./secrets/**)', 'deny'],
  ];
  test.each(rows)('%s %j under a deny of %s: %s', (tool, input, rule, verdict) => {
    expect(decide({ tool, input }, { ...everything, deny: [rule] })).toBe(verdict);
  });

  test('an ask rule asks, also in bypass', () => {
    const asked: Asked = { tool: 'mcp__files__write_file', input: { path: 'infra/a' }, mode: 'bypass' };
    expect(decide(asked, { ask: ['Write(infra/**)'] })).toBe('ask');
  });

  test('an allow rule about files is none about the tool', () => {
    expect(decide({ tool: 'mcp__files__read_file', input: { path: 'a' } }, { allow: ['Read'] })).toBe('ask');
  });
});

describe('protected places ask, whatever the rules say', () => {
  const rows: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
    ['mcp__files__read_file', { path: '~/.aws/credentials' }],
    ['mcp__files__read_file', { path: '.env' }],
    ['mcp__files__read_file', { path: 'notes/id_rsa' }],
    ['mcp__files__write_file', { path: '.git/config' }],
    ['mcp__files__write_file', { path: '.permesso/policy.yaml' }],
    ['mcp__files__drop', { remove: '/home/dev' }],
    ['publish', { from: '.env' }],
    ['publish', { from: '.env', trusted: true }],
  ];
  test.each(rows)('%s %j', (tool, input) => {
    expect(decide({ tool, input }, everything)).toBe('ask');
    expect(decide({ tool, input, mode: 'dontAsk' }, everything)).toBe('deny');
  });

  test('and nothing else does', () => {
    expect(decide({ tool: 'mcp__files__read_file', input: { path: 'src/a.ts' } }, everything)).toBe('allow');
    expect(decide({ tool: 'mcp__files__write_file', input: {} }, everything)).toBe('allow');
    expect(decide({ tool: 'mcp__files__write_file', input: { path: null } }, everything)).toBe('allow');
  });
});

test('a description is found by the name and by server and tool', () => {
  const input = { path: '.env' };
  const mcp = { server: 'files', tool: 'read_file' };
  expect(decide({ tool: 'files-read', input, mcp }, everything)).toBe('ask');
  const sure = { ...everything, deny: ['Read(./secrets/**)'] };
  expect(decide({ tool: 'files-read', input: { path: { is: 'secrets' } }, mcp }, sure)).toBe('ask');
  expect(decide({ tool: 'mcp__filesx__read_file', input: { path: { is: 'src' } } }, sure)).toBe('allow');
});

test('your word that it only reads counts in explore, and only for the tool you named', () => {
  const read: Asked = { tool: 'mcp__files__read_file', input: { path: 'a' }, mode: 'explore' };
  expect(decide(read, {})).toBe('allow');
  expect(decide({ ...read, tool: 'mcp__files__read_file2' }, {})).toBe('deny');
});

test('a name that cannot be meant is refused when it is written', () => {
  for (const tool of ['files', 'mcp__*', 'mcp__a*b', 'mcp__'])
    expect(() => describeMcp({ tool })).toThrow('mcp__server__tool');
  expect(() => describeMcp({ tool: 'mcp__a__b', reads: ['a[x'] })).toThrow('cannot read the path');
});
