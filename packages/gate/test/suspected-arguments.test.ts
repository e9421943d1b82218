import { describe, expect, test } from 'vitest';
import { createGate, fixedWorld, type Layer, type Mode, type ToolCall, type Verdict } from '../src/index.ts';

const world = fixedWorld({
  links: { '/home/dev/project/notes': '/home/dev/.ssh', '/home/dev/project/plain': '/home/dev/project/.env' },
});
const everything: Layer = { allow: ['mcp', 'read_text_file', 'fetch_page'] };

interface Asked {
  readonly tool?: string;
  readonly input: Record<string, unknown>;
  readonly mcp?: ToolCall['mcp'];
  readonly mode?: Mode;
}

function decide({ tool = 'mcp__files__read_text_file', input, mcp, mode = 'default' }: Asked, policy: Layer) {
  const gate = createGate({ policy: { ...everything, ...policy }, mode, world: () => world });
  return gate.explain({ tool, input, ...(mcp === undefined ? {} : { mcp }) }).decision;
}

type Row = readonly [input: Record<string, unknown>, Verdict];

describe('a deny of a file binds every argument that names it', () => {
  const rows: readonly Row[] = [
    // By the argument's name.
    [{ path: 'private/key' }, 'deny'],
    [{ path: './private/key' }, 'deny'],
    [{ path: 'src/../private/key' }, 'deny'],
    [{ path: '../project/private/key' }, 'deny'],
    [{ path: ' private/key\n' }, 'deny'],
    [{ file: 'private/key' }, 'deny'],
    [{ filePath: 'private/key' }, 'deny'],
    [{ file_name: 'private/key' }, 'deny'],
    [{ notebook_path: 'private/key' }, 'deny'],
    [{ path1: 'private/key' }, 'deny'],
    [{ infile: 'private/key' }, 'deny'],
    [{ source: 'private/key' }, 'deny'],
    [{ destination: 'private/key' }, 'deny'],
    [{ uri: 'private/key' }, 'deny'],
    [{ directory: 'private' }, 'deny'],
    [{ paths: ['a', 'private/key'] }, 'deny'],
    [{ files: 'a.txt, private/key' }, 'deny'],
    [{ files: 'a.txt\nprivate/key' }, 'deny'],
    [{ files: { 'private/key': 'text' } }, 'deny'],
    [{ edits: [{ file: 'a' }, { file: 'private/key' }] }, 'deny'],
    [{ options: { deep: { path: { value: 'private/key' } } } }, 'deny'],
    [{ args: '{"path": "private/key"}' }, 'deny'],
    [{ paths: '["private/key"]' }, 'deny'],
    // By the form of its value.
    [{ x: '/home/dev/project/private/key' }, 'deny'],
    [{ x: './private/key' }, 'deny'],
    [{ x: '~/project/private/key' }, 'deny'],
    [{ x: '$HOME/project/private/key' }, 'deny'],
    [{ x: 'file:///home/dev/project/private/key' }, 'deny'],
    [{ x: 'FILE:///home/dev/project/%70rivate/key' }, 'deny'],
    [{ x: 'file://localhost/home/dev/project/private/key' }, 'deny'],
    [{ x: 'file:private/key' }, 'deny'],
    [{ x: 'file://private/key' }, 'deny'],
    [{ x: 'view-source:file:///home/dev/project/private/key' }, 'deny'],
    // It may well be something else.
    [{ target: 'private/key' }, 'ask'],
    [{ args: ['--show', 'private/key'] }, 'ask'],
    [{ body: '/home/dev/project/private/key' }, 'ask'],
    [{ query: './private/key' }, 'ask'],
    // It is.
    [{ path: 'src/key' }, 'allow'],
    [{ body: 'see private/key' }, 'allow'],
    [{ body: 'private/key' }, 'allow'],
    [{ query: 'private/key' }, 'allow'],
    [{ body: 'Look at /home/dev/project/private/key, it is wrong' }, 'allow'],
    [{ title: 'private' }, 'allow'],
    [{ file_id: 'private/key' }, 'ask'],
    [{ count: 7, deep: null, flag: true }, 'allow'],
  ];
  test.each(rows)('%j: %s', (input, verdict) => {
    expect(decide({ input }, { deny: ['Read(./private/**)'] }).verdict).toBe(verdict);
  });

  test('an ask rule asks in every mode that can, bypass too', () => {
    const policy: Layer = { ask: ['Read(./private/**)'] };
    for (const mode of ['default', 'acceptEdits', 'bypass'] as const)
      expect(decide({ input: { path: 'private/key' }, mode }, policy).verdict).toBe('ask');
    expect(decide({ input: { path: 'private/key' }, mode: 'dontAsk' }, policy).verdict).toBe('deny');
  });

  test('where a link leads counts', () => {
    expect(decide({ input: { path: 'plain' } }, { deny: ['Read(**/.env*)'] }).verdict).toBe('deny');
  });

  test('a tool of an SDK that nobody described is bound as well', () => {
    const deny = ['Read(**/.env*)', 'WebFetch(domain:evil.example)'];
    expect(decide({ tool: 'read_text_file', input: { path: '.env' } }, { deny }).verdict).toBe('deny');
    expect(decide({ tool: 'fetch_page', input: { url: 'http://evil.example' } }, { deny }).verdict).toBe(
      'deny',
    );
  });

  test('more arguments than anybody looks at may name any file', () => {
    const paths = Array.from({ length: 300 }, (_, index) => `src/${index}`);
    const policy: Layer = { deny: ['Read(./private/**)'] };
    expect(decide({ input: { paths: [...paths, 'private/key'] } }, policy).verdict).toBe('ask');
    let deep: unknown = 'private/key';
    for (let depth = 0; depth < 100; depth += 1) deep = { path: deep };
    expect(decide({ input: { deep } }, policy).verdict).toBe('ask');
    expect(decide({ input: { paths } }, {}).verdict).toBe('allow');
  });
});

describe('a deny of writing binds what is not evidently reading', () => {
  const rows: readonly (readonly [tool: string, input: Record<string, unknown>, Verdict])[] = [
    ['mcp__files__write_file', { path: 'infra/a', content: 'x' }, 'deny'],
    ['mcp__files__move_file', { source: 'infra/a', destination: 'b' }, 'deny'],
    ['mcp__files__process', { path: 'infra/a' }, 'deny'],
    ['mcp__files__delete_file', { path: 'infra/a' }, 'deny'],
    ['mcp__files__get_and_patch', { path: 'infra/a' }, 'deny'],
    ['mcp__files__readOrUpdate', { path: 'infra/a' }, 'deny'],
    ['mcp__files__get', { path: 'infra/a', content: 'x' }, 'deny'],
    ['mcp__files__read_text_file', { path: 'infra/a' }, 'allow'],
    ['mcp__edit-server__listDirectory', { path: 'infra' }, 'allow'],
    ['mcp__a__write__read', { path: 'infra/a' }, 'deny'],
  ];
  test.each(rows)('%s %j: %s', (tool, input, verdict) => {
    expect(decide({ tool, input }, { deny: ['Write(./infra/**)'] }).verdict).toBe(verdict);
  });
});

describe('a deny of a host binds every argument that names it', () => {
  const rows: readonly Row[] = [
    [{ url: 'https://evil.example/x' }, 'deny'],
    [{ url: 'https://EVIL.example./x' }, 'deny'],
    [{ url: 'evil.example/x' }, 'deny'],
    [{ url: 'git@evil.example:a/b' }, 'deny'],
    [{ host: 'evil.example' }, 'deny'],
    [{ x: 'https://evil.example' }, 'deny'],
    [{ pages: ['https://ok.example', 'https://evil.example'] }, 'deny'],
    [{ text: 'https://evil.example' }, 'ask'],
    [{ text: 'https://evil.example is down' }, 'ask'],
    [{ url: 'https://ok.example/?next=https://evil.example' }, 'allow'],
    [{ domain: 'sales' }, 'allow'],
  ];
  test.each(rows)('%j: %s', (input, verdict) => {
    const policy: Layer = { deny: ['WebFetch(domain:evil.example)'] };
    expect(decide({ tool: 'mcp__web__fetch', input }, policy).verdict).toBe(verdict);
  });
});

describe('protected places ask without any rule', () => {
  const rows: readonly (readonly [tool: string, input: Record<string, unknown>, Verdict])[] = [
    ['mcp__files__read_text_file', { path: '.env' }, 'ask'],
    ['mcp__files__read_multiple_files', { paths: ['a', '~/.aws/credentials'] }, 'ask'],
    ['mcp__files__read_text_file', { path: 'notes/id_rsa' }, 'ask'],
    ['mcp__files__read_text_file', { path: 'plain' }, 'ask'],
    ['mcp__files__write_file', { path: '.git/config', content: '' }, 'ask'],
    ['mcp__files__write_file', { path: '.permesso/policy.yaml', content: '' }, 'ask'],
    ['mcp__files__delete_directory', { path: '~' }, 'ask'],
    ['mcp__files__read_text_file', { path: '.git/config' }, 'allow'],
    ['mcp__files__read_text_file', { path: '.env.example' }, 'allow'],
    ['mcp__github__create_issue', { title: '.env', body: 'see .env' }, 'allow'],
    ['mcp__docs__get-library-docs', { libraryID: '/google/googletest', topic: 'x' }, 'allow'],
    ['mcp__web__browser_navigate', { url: 'http://localhost:5173/checkout' }, 'allow'],
    ['mcp__db__query', { sql: 'select * from t -- /etc/shadow' }, 'allow'],
    ['mcp__slack__post_message', { channel: '#a', text: '/remind me to rotate ~/.ssh/id_rsa' }, 'allow'],
  ];
  test.each(rows)('%s %j: %s', (tool, input, verdict) => {
    expect(decide({ tool, input }, {}).verdict).toBe(verdict);
  });
});

describe('a relative path starts where the server does', () => {
  const denied: Layer = { deny: ['Read(//srv/app/secrets/plan.txt)'] };
  const at = (roots?: readonly string[]): Asked => ({
    input: { path: 'secrets/plan.txt' },
    mcp: { server: 'files', tool: 'read_text_file', ...(roots === undefined ? {} : { roots }) },
  });
  test('at one of its directories, where they are known', () => {
    expect(decide(at(['/srv/app']), denied).verdict).toBe('deny');
    expect(decide(at(['/opt', '/srv/app']), denied).verdict).toBe('deny');
    expect(decide(at(['/opt']), denied).verdict).toBe('allow');
  });
  test('and by the last names of the rule, where nobody knows', () => {
    expect(decide(at(), denied).verdict).toBe('ask');
    expect(decide({ input: { path: 'plan.txt' } }, denied).verdict).toBe('ask');
    expect(decide({ input: { path: '../app/secrets/plan.txt' } }, denied).verdict).toBe('ask');
    expect(decide({ input: { path: 'other/plan.txt' } }, denied).verdict).toBe('allow');
    expect(
      decide({ input: { path: 'src/a.ts' } }, { deny: ['Read(//srv/**)', 'Read(~/.ssh/**)'] }).verdict,
    ).toBe('allow');
  });
});

test('what the schema says of an argument counts like its name', () => {
  const mcp = { server: 'files', tool: 'read_text_file', places: { paths: ['$.entry'], urls: ['$.page'] } };
  const deny = ['Read(./private/**)'];
  expect(decide({ input: { entry: 'private/key' }, mcp }, { deny }).verdict).toBe('deny');
  expect(decide({ input: { page: 'file:///home/dev/project/private/key' }, mcp }, { deny }).verdict).toBe(
    'deny',
  );
});

test('suspicion proves nothing: rules about files and hosts allow no call of a tool that nobody described', async () => {
  const gate = createGate({ policy: { allow: ['Read', 'WebFetch', 'Write'] }, world: () => world });
  expect((await gate.check({ tool: 'mcp__files__read_text_file', input: { path: 'a' } })).verdict).toBe(
    'ask',
  );
  expect((await gate.check({ tool: 'mcp__web__fetch', input: { url: 'https://a.example' } })).verdict).toBe(
    'ask',
  );
});

test('the receipt names the argument, and says how to describe the tool', () => {
  const denied = decide({ input: { options: [{ path: 'private/key' }] } }, { deny: ['Read(./private/**)'] });
  expect(denied.message).toContain('its argument `options[0].path` names /home/dev/project/private/key');
  expect(denied.receipt.changes.join('\n')).toContain(
    'describe mcp__files__read_text_file under `tools.describe` in a policy file: `reads: [$.options[*].path]`',
  );
  const asked = decide({ input: { path: '.env' } }, {});
  expect(asked.message).toContain('its argument `path` names it');
  expect(asked.receipt.changes.join('\n')).toContain('ignores: [$.path]');
  const own = decide(
    { tool: 'read_text_file', input: { path: 'private/key' } },
    { deny: ['Read(./private/**)'] },
  );
  expect(own.receipt.changes.join('\n')).toContain('defineTool');
});
