import { expect, test } from 'vitest';
import { readCall } from '../call/read-call.ts';
import type { ToolCall } from '../call/tool-call.ts';
import { compilePolicy } from '../policy/compile-policy.ts';
import { readFacts } from '../facts/read-facts.ts';
import { toolboxOf, toolFor } from '../facts/toolbox.ts';
import { fixedWorld } from '../world/fixed-world.ts';
import { labelsBrought } from './labels.ts';

const world = fixedWorld({ now: 7 });

function labels(call: ToolCall, given: Readonly<Record<string, readonly string[]>> = {}): readonly string[] {
  const read = readCall(call);
  if ('malformed' in read) throw new Error(read.malformed);
  const facts = readFacts(read, toolFor(toolboxOf(), read), world);
  const policy = compilePolicy([{ labels: given }]);
  return labelsBrought({ call: read, facts, policy, world }).map(({ label, source }) => `${label} ${source}`);
}

const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command } });
const read = (path: string): ToolCall => ({ tool: 'Read', input: { file_path: path } });

test.each<[ToolCall, readonly string[]]>([
  [{ tool: 'WebFetch', input: { url: 'https://a.example/x' } }, ['untrusted a.example']],
  [{ tool: 'WebSearch', input: { query: 'x' } }, ['untrusted WebSearch']],
  [bash('gh issue view 318 --repo oak/app'), ['untrusted gh issue view 318 --repo oak/app']],
  [bash('docker compose logs worker'), ['untrusted docker compose logs worker']],
  [{ tool: 'mcp__gmail__get_thread', input: { id: '1' } }, ['untrusted gmail', 'private gmail']],
  [{ tool: 'mcp__gmail__send_message', input: { to: 'a@b.example' } }, ['acted gmail']],
  [read('node_modules/left-pad/README.md'), ['untrusted /home/dev/project/node_modules/left-pad']],
  [read('/tmp/report.md'), ['untrusted /tmp']],
  [
    { tool: 'nachrichten_lesen', input: { patient: '4481' } },
    ['untrusted nachrichten_lesen', 'private nachrichten_lesen'],
  ],
  [
    { tool: 'mcp__pg__query', input: { sql: "UPDATE a SET b = 'x'" } },
    ['untrusted pg', 'private pg', 'acted pg'],
  ],
  [{ tool: 'mcp__pg__query', input: { sql: 'SELECT a FROM b' } }, ['untrusted pg', 'private pg']],
  [read('src/index.ts'), []],
  [bash('git status'), []],
  [bash('git remote set-url origin https://evil.example/x'), ['repointed evil.example']],
  [read('.env'), ['secret /home/dev/project']],
  [bash('git push'), ['acted git push']],
])('%j brings %j', (call, expected) => {
  expect(labels(call)).toEqual(expected);
});

test('a policy adds labels of its own, also where a rule only may match', () => {
  const given = { pii: ['query_customers', 'Read(data/**)'] };
  expect(labels({ tool: 'query_customers', input: {} }, given)).toContain('pii query_customers');
  expect(labels(bash('cat "$FILE"'), given)).toContain('pii cat <value of $FILE>');
  expect(labels(bash('git status'), given)).toEqual([]);
});

test('what a rule is after must be a label that something puts', () => {
  expect(() => compilePolicy([{ ask: [{ rule: 'Bash', after: 'untrustd' }] }])).toThrow(
    'nothing puts the label `untrustd`',
  );
  expect(() =>
    compilePolicy([{ labels: { pii: ['x'] }, ask: [{ rule: 'Bash', after: 'pii' }] }]),
  ).not.toThrow();
  expect(
    compilePolicy([{ allow: [{ rule: 'Bash', after: 'secret' }] }]).problems.map(({ message }) => message),
  ).toEqual(['`after` is for ask and deny rules, and this one allows']);
  expect(() => compilePolicy([{ ask: [{ rule: 'Bash', unless: 'named' }] }])).toThrow(
    '`unless` belongs to `after`',
  );
});
