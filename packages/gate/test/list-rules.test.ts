import { describe, expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { createGate } from '../src/gate/gate.ts';
import { fromListRules, type ListRules } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { plainShell } from '../../engine/test/plain-shell.ts';

function decide(lists: ListRules, call: ToolCall | string): string {
  const gate = createGate({ policy: fromListRules(lists), tools: [plainShell()], world: () => fixedWorld() });
  return gate.explain(typeof call === 'string' ? { tool: 'Bash', input: { command: call } } : call).decision
    .verdict;
}

function file(tool: string, path: string): ToolCall {
  return { tool, input: { file_path: path, path } };
}

function url(text: string): ToolCall {
  return { tool: 'WebFetch', input: { url: text } };
}

const pushing: ToolCall = { tool: 'mcp__vibing-nvim__nvim_set_buffer', input: {} };

describe('the use cases of the requirement', () => {
  const general: ListRules = {
    permissions_allow: ['Bash'],
    permissions_ask: ['Bash(rm:*)', 'Bash(sudo:*)', 'Bash(dd:*)'],
  };
  const workflow: ListRules = {
    permission_mode: 'acceptEdits',
    permissions_allow: ['Read', 'Glob', 'Grep', 'Bash'],
    permissions_ask: ['Bash(npm install:*)', 'Bash(git push:*)'],
  };
  test.each<[string, ListRules, ToolCall | string, string]>([
    ['safe general Bash usage: git runs', general, 'git status', 'allow'],
    ['safe general Bash usage: npm runs', general, 'npm run build', 'allow'],
    ['safe general Bash usage: rm asks', general, 'rm ~/.pm/secret_key_backup.txt', 'ask'],
    ['safe general Bash usage: sudo asks', general, 'sudo ls', 'ask'],
    ['safe general Bash usage: dd asks', general, 'dd if=a of=b', 'ask'],
    ['safe general Bash usage: what is not listed is refused', general, file('Write', 'a'), 'deny'],
    ['development workflow: edits run', workflow, file('Edit', 'src/a.ts'), 'allow'],
    ['development workflow: writes run', workflow, file('Write', 'src/a.ts'), 'allow'],
    ['development workflow: reading runs', workflow, file('Read', 'src/a.ts'), 'allow'],
    ['development workflow: searching runs', workflow, file('Grep', 'src'), 'allow'],
    ['development workflow: other commands run', workflow, 'npm test', 'allow'],
    ['development workflow: installing asks', workflow, 'npm install left-pad', 'ask'],
    ['development workflow: pushing asks', workflow, 'git push origin main', 'ask'],
    ['development workflow: fetching is not listed', workflow, url('https://example.com/'), 'deny'],
  ])('%s', (_name, lists, call, verdict) => {
    expect(decide(lists, call)).toBe(verdict);
  });
});

describe('the lists', () => {
  test.each<[string, ListRules, ToolCall | string, string]>([
    ['no lists: everything runs', {}, 'make', 'allow'],
    ['no lists: any tool runs', {}, pushing, 'allow'],
    ['an empty allow list permits every tool', { permissions_allow: [] }, file('Write', 'a'), 'allow'],
    ['an ask list alone asks', { permissions_ask: ['Write'] }, file('Write', 'a'), 'ask'],
    ['and lets the rest run', { permissions_ask: ['Write'] }, file('Read', 'a'), 'allow'],
    [
      'a deny list beats both others',
      { permissions_allow: ['Bash'], permissions_ask: ['Bash'], permissions_deny: ['Bash(rm:*)'] },
      'rm x',
      'deny',
    ],
    [
      'a broad allow does not silence a narrow ask',
      { permissions_allow: ['Bash', 'Bash(rm:*)'], permissions_ask: ['Bash(rm:*)'] },
      'rm x',
      'ask',
    ],
    ['an exact command', { permissions_deny: ['Bash(rm -rf /)'] }, 'rm -rf /', 'deny'],
    ['an exact command is not another', { permissions_deny: ['Bash(rm -rf /)'] }, 'rm -rf build', 'allow'],
    ['a file pattern', { permissions_ask: ['Read(*.secret)'] }, file('Read', 'a.secret'), 'ask'],
    [
      'a file pattern is not another',
      { permissions_ask: ['Read(*.secret)'] },
      file('Read', 'a.txt'),
      'allow',
    ],
    ['a domain', { permissions_allow: ['WebFetch(github.com)'] }, url('https://github.com/x'), 'allow'],
    ['another domain', { permissions_allow: ['WebFetch(github.com)'] }, url('https://evil.test/'), 'deny'],
    ['an MCP namespace', { permissions_allow: ['mcp__vibing-nvim__*'] }, pushing, 'allow'],
    ['another MCP namespace', { permissions_allow: ['mcp__other__*'] }, pushing, 'deny'],
    [
      'the mode of the host',
      { permission_mode: 'bypassPermissions', permissions_ask: ['Bash(rm:*)'] },
      'rm x',
      'ask',
    ],
    [
      'the mode of the host runs what is not listed',
      { permission_mode: 'bypassPermissions', permissions_allow: ['Read'] },
      'make',
      'allow',
    ],
  ])('%s', (_name, lists, call, verdict) => {
    expect(decide(lists, call)).toBe(verdict);
  });

  test('a mode that does not exist stops the load', () => {
    expect(() => decide({ permission_mode: 'turbo' }, 'ls')).toThrow(/there is no mode `turbo`/);
  });
});

test('as a layer', () => {
  expect(Object.keys(fromListRules({}))).toEqual(['allow', 'ask', 'deny', 'unlisted']);
  expect(fromListRules({ permission_mode: 'plan' })).toEqual({
    allow: ['*'],
    ask: [],
    deny: [],
    unlisted: 'deny',
    mode: 'plan',
  });
});

test.each<[string, unknown, string]>([
  ['a misspelt list', { permission_deny: ['Bash'] }, 'there is no such key'],
  ['another case', { permissions_Deny: ['Bash'] }, 'did you mean `permissions_deny`?'],
  ['a text instead of a list', { permissions_deny: 'Bash' }, 'it needs a list of rules'],
  ['nothing', null, 'not an object'],
])('%s stops the load instead of allowing everything', (_name, lists, words) => {
  expect(() => fromListRules(lists as ListRules)).toThrow(words);
});

test('a list without entries is empty, and what else stands in the file is not ours', () => {
  const lists = { model: 'x', permissions_deny: null, permissions_allow: ['Read'] } as unknown as ListRules;
  expect(fromListRules(lists)).toEqual({ allow: ['Read'], ask: [], deny: [], unlisted: 'deny' });
});
