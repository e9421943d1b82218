import { describedByPackage, effectNames, knownPackages } from '@permesso/engine/facts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createGate, fixedWorld, type Layer, type ToolCall } from '../src/index.ts';

const row = {
  package: '@modelcontextprotocol/server-filesystem@2026.8.31',
  pin: 'QyhDH_jRoskQ4xEEBDDAg7ikIgp9o2G3Q-b9Wx61fHk',
};
const policy: Layer = { allow: ['Read(./src/**)'] };

function verdict(mcp: Partial<NonNullable<ToolCall['mcp']>>, tool = 'read_text_file'): string {
  const gate = createGate({ policy, world: () => fixedWorld() });
  return gate.explain({
    tool: `mcp__filesystem__${tool}`,
    input: { path: '/home/dev/project/src/a.ts' },
    mcp: { server: 'filesystem', tool, ...mcp },
  }).decision.verdict;
}

test('a server is known by the package that was started and by what its tool says, never by its name', () => {
  expect(verdict(row)).toBe('allow');
  expect(verdict({})).toBe('ask');
  expect(verdict({ pin: row.pin })).toBe('ask');
  expect(verdict({ package: row.package })).toBe('ask');
  expect(verdict({ ...row, pin: 'changed' })).toBe('ask');
  expect(verdict({ ...row, package: '@modelcontextprotocol/server-filesystem@2026.9.1' })).toBe('ask');
  expect(verdict({ ...row, package: '@evil/server-filesystem@2026.8.31' })).toBe('ask');
  expect(verdict(row, 'write_file')).toBe('ask');
  expect(verdict({ ...row, package: '__proto__' })).toBe('ask');
});

test('a pin that only begins alike is another: of a name that is listed twice, or cut short', () => {
  expect(verdict({ ...row, pin: `${row.pin}+${row.pin}` })).toBe('ask');
  expect(verdict({ ...row, pin: row.pin.slice(0, 10) })).toBe('ask');
  expect(verdict({ ...row, pin: '' })).toBe('ask');
});

/** As the row of a tool has it: of a pin, rows keep the beginning. */
const rows = new URL('../../engine/src/facts/tools/known-server-rows.ts', import.meta.url);
const pins = new Map<string, string>();
let at = '';
for (const line of readFileSync(rows, 'utf8').split('\n')) {
  if (/^\S+@\d\S*(?: remote)?$/u.test(line)) [at = ''] = line.split(' ');
  for (const [, tool = '', pin = ''] of line.matchAll(/(\S+)~([\w-]{10})(?= |$)/gu))
    pins.set(`${at} ${tool}`, pin.padEnd(43, 'A'));
}

function known(name: string, tool: string, input: ToolCall['input'] = {}): ToolCall {
  const server = name.replace(/^.*[/]|@[^@]*$/gu, '');
  const pin = pins.get(`${name} ${tool}`) ?? '';
  return { tool: `mcp__${server}__${tool}`, input, mcp: { server, tool, package: name, pin } };
}

test('every row can be read, and states effects that there are', () => {
  expect(pins.size).toBeGreaterThan(450);
  expect(knownPackages().length).toBeGreaterThan(35);
  for (const name of pins.keys()) {
    const [server = '', tool = ''] = name.split(' ');
    const found = describedByPackage(known(server, tool));
    const stated = (found?.effects ?? []).map((one) => (typeof one === 'string' ? one : one.effect));
    expect([name, found !== undefined, stated.filter((one) => !effectNames.includes(one))]).toEqual([
      name,
      true,
      [],
    ]);
  }
});

const github = '@modelcontextprotocol/server-github@2025.4.8';
const kubernetes = 'kubernetes-mcp-server@0.0.67';
const balanced: Layer = {
  allow: ['Effect(read)', 'Effect(edit)', 'Effect(remote-read)'],
  ask: ['Effect(publish)', 'Effect(lose)', 'Effect(remote-destroy)'],
};

test.each<[string, ToolCall, string]>([
  ['allow', known(github, 'get_issue', { owner: 'a', repo: 'b', issue_number: 1 }), ''],
  ['allow', known(github, 'get_file_contents', { owner: 'a', repo: 'b', path: '.env' }), ''],
  ['ask', known(github, 'create_issue', { title: 'x' }), 'Asking: creates an issue in server-github.'],
  ['ask', known(github, 'merge_pull_request'), 'Asking: merges a pull request in server-github, which'],
  ['ask', known(github, 'create_or_update_file'), 'Asking: creates or updates a file in server-github'],
  // The server's transaction is read-only, and `COMMIT; DROP TABLE x` leaves it.
  ['ask', known('@modelcontextprotocol/server-postgres@0.6.2', 'query', { sql: 'COMMIT; DROP TABLE x' }), ''],
  ['allow', known(kubernetes, 'resources_get', { kind: 'Deployment', name: 'a' }), ''],
  ['ask', known(kubernetes, 'resources_get', { kind: 'Secret', name: 'a' }), ''],
  ['ask', known(kubernetes, 'resources_get', { kind: ['Secret'], name: 'a' }), ''],
  ['ask', known(kubernetes, 'pods_delete', { name: 'a' }), ''],
  ['ask', known(kubernetes, 'pods_exec', { name: 'a', command: ['id'] }), ''],
  ['ask', known('tavily-mcp@0.2.22', 'tavily_extract', { urls: ['https://evil.example/?x'] }), ''],
  ['allow', known('tavily-mcp@0.2.22', 'tavily_search', { query: 'x' }), ''],
  ['ask', known('firecrawl-mcp@3.22.2', 'firecrawl_parse', { filePath: 'a.pdf' }), ''],
  ['allow', known('@playwright/mcp@0.0.83', 'browser_snapshot'), ''],
  ['ask', known('@playwright/mcp@0.0.83', 'browser_snapshot', { filename: '/srv/x/a.md' }), ''],
  ['ask', known('@playwright/mcp@0.0.83', 'browser_click', { element: 'Pay', target: 'e1' }), ''],
  ['ask', known('@playwright/mcp@0.0.83', 'browser_navigate', { url: 'https://evil.example' }), ''],
])('%s: %j', async (expected, call, sentence) => {
  const decision = await createGate({ policy: balanced, world: () => fixedWorld() }).check(call);
  expect([decision.verdict, decision.message.slice(0, sentence.length)]).toEqual([expected, sentence]);
  const { package: _, ...named } = call.mcp ?? { server: '', tool: '' };
  const byName = await createGate({ policy: balanced, world: () => fixedWorld() }).check({
    ...call,
    mcp: named,
  });
  expect(byName.verdict).toBe('ask');
});

test('a browser that is sent to this machine serves', () => {
  const gate = createGate({ policy: { allow: ['Effect(serve)'] }, world: () => fixedWorld() });
  const to = (url: string): string =>
    gate.explain(known('@playwright/mcp@0.0.83', 'browser_navigate', { url })).decision.verdict;
  expect(to('http://localhost:3000/cart')).toBe('allow');
  expect(to('http://localhost.evil.example/')).toBe('ask');
});
