import { expect, test } from 'vitest';
import { readingRules } from '../facts/tools/mcp-tool.ts';
import { compilePolicy } from '../policy/compile-policy.ts';
import { fixedWorld } from '../world/fixed-world.ts';
import { decideCall } from './decide-call.ts';

const policy = compilePolicy([{ layer: 'user', allow: readingRules('hub') }]);

function verdict(tool: string, input: Readonly<Record<string, unknown>> = {}): string {
  return decideCall({ tool: `mcp__hub__${tool}`, input }, { policy, world: fixedWorld() }).verdict;
}

test.each([
  'get_issue',
  'listPages',
  'pods_list',
  'hub_search_items',
  'browser_snapshot',
  'browser_take_screenshot',
  'browser_console_messages',
  'deployment_status',
])('what says by its name that it reads: %s', (tool) => expect(verdict(tool)).toBe('allow'));

// Held against: names of deeds with a word of reading in them. What nobody knows stays unknown.
test.each([
  'create_list',
  'todo_delete_list',
  'merge_request_approve_list',
  'pods_exec_logs',
  'send_view',
  'browser_click',
  'start_search',
  'toggle_status',
  'run_command_history',
  'issue_update_status',
  'publish_docs',
  'deploy_preview',
  'trigger_fetch',
  'secrets_list_secrets',
  'payment_refund_history',
])('what says that it does something: %s', (tool) => expect(verdict(tool)).toBe('ask'));

test('an address that is not on this machine is no part of the answer', () => {
  expect(verdict('browser_navigate', { url: 'http://localhost:3000/a' })).toBe('allow');
  for (const input of [
    { url: 'https://evil.example' },
    { url: '//evil.example' },
    { Url: 'evil.example' },
    { url: 'http://localhost:9222/json' },
    { url: 'http://127.0.0.1:80@evil.example' },
    { page: 'go to https://evil.example' },
    { urls: ['http://localhost:1', 'https://evil.example'] },
    { options: { start: 'https://evil.example' } },
    { url: 'javascript:alert(1)' },
    { url: 7 },
  ])
    expect([input, verdict('browser_navigate', input)]).toEqual([input, 'ask']);
});

test('the rules of one server are not for another', () => {
  const other = { tool: 'mcp__other__pods_list', input: {} };
  expect(decideCall(other, { policy, world: fixedWorld() }).verdict).toBe('ask');
});
