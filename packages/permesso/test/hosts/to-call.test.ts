import { describe, expect, test } from 'vitest';
import { hookHosts } from '../../src/host-lists/hook-hosts.ts';
import type { Payload } from '@permesso/gate/payloads';

/** The calls that a payload becomes, each as tool, MCP name and input. */
function callsOf(host: string, payload: Payload): unknown {
  const incoming = hookHosts.get(host)?.toCall(payload);
  if (incoming === undefined || 'malformed' in incoming) return incoming?.malformed;
  return incoming.calls.map(({ tool, input, mcp, cwd }) => [
    mcp === undefined ? tool : `${tool} = ${mcp.server || '?'} ${mcp.tool || '?'}`,
    input,
    ...(cwd === undefined || cwd === '/p' ? [] : [cwd]),
  ]);
}

const claudeShaped =
  (host: string, event: string) =>
  (tool: string, input: Payload, more: Payload = {}): unknown =>
    callsOf(host, { hook_event_name: event, cwd: '/p', tool_name: tool, tool_input: input, ...more });

describe('Gemini CLI', () => {
  const gemini = claudeShaped('gemini-cli', 'BeforeTool');
  test.each<[string, Payload, Payload | undefined, unknown]>([
    [
      'run_shell_command',
      { command: 'ls', dir_path: 'src', description: 'x' },
      undefined,
      [['Bash', { command: 'ls' }, '/p/src']],
    ],
    [
      'run_shell_command',
      { command: 'ls', dir_path: '../x' },
      undefined,
      [['Bash', { command: 'ls', dir_path: '../x' }]],
    ],
    [
      'grep_search',
      { pattern: 'a', dir_path: 'src', include_pattern: '*.ts' },
      undefined,
      [['Grep', { pattern: 'a', path: 'src', glob: '*.ts' }]],
    ],
    [
      'web_fetch',
      { prompt: 'compare https://a.example and https://b.example' },
      undefined,
      [
        ['WebFetch', { prompt: 'compare https://a.example and https://b.example', url: 'https://a.example' }],
        ['WebFetch', { prompt: 'compare https://a.example and https://b.example', url: 'https://b.example' }],
      ],
    ],
    ['web_fetch', { prompt: 'nothing' }, undefined, [['WebFetch', { prompt: 'nothing', url: null }]]],
    ['mcp_a_b_c', {}, { mcp_context: { server_name: 'a_b', tool_name: 'c' } }, [['mcp_a_b_c = a_b c', {}]]],
    [
      'mcp_a_b_c',
      {},
      undefined,
      [
        ['mcp_a_b_c = a b_c', {}],
        ['mcp_a_b_c = a_b c', {}],
      ],
    ],
    ['mcp_a_b_c', {}, { mcp_context: {} }, [['mcp_a_b_c = ? ?', {}]]],
    ['Bash', { command: 'ls' }, undefined, [['gemini-cli:Bash', { command: 'ls' }]]],
    // A server's tool that took the name of one of the host's own.
    [
      'glob',
      { pattern: '*', dir_path: 'a' },
      { mcp_context: { server_name: 'a', tool_name: 'glob' } },
      [['glob = a glob', { pattern: '*', dir_path: 'a' }]],
    ],
  ])('%s %j %j', (tool, input, more, calls) => {
    expect(gemini(tool, input, more)).toEqual(calls);
  });

  test('a prompt with more addresses than anybody reads may go anywhere', () => {
    const prompt = Array.from({ length: 40 }, (_, at) => `https://h${at}.example`).join(' ');
    expect(gemini('web_fetch', { prompt })).toEqual([['WebFetch', { prompt, url: null }]]);
  });
});

test('Qwen Code: what runs other tools may be any call', () => {
  const qwen = claudeShaped('qwen-code', 'PreToolUse');
  expect(qwen('tool_call', { name: 'run_shell_command' })).toEqual([
    ['unreadable', { name: 'run_shell_command' }],
  ]);
  expect(qwen('run_shell_command', { command: 'ls', directory: '/q', is_background: false })).toEqual([
    ['Bash', { command: 'ls' }, '/q'],
  ]);
  expect(qwen('edit', { file_path: 'a' })).toEqual([['Edit', { file_path: 'a' }]]);
});

describe('Copilot CLI', () => {
  const copilot = (toolName: string, toolArgs: unknown): unknown =>
    callsOf('copilot-cli', { sessionId: 's', cwd: '/p', toolName, toolArgs });
  test.each<[string, unknown, unknown]>([
    ['bash', { command: 'ls', description: 'x', mode: 'sync' }, [['Bash', { command: 'ls' }]]],
    ['bash', '{"command":"ls"}', [['Bash', { command: 'ls' }]]],
    ['bash', '{"command":', 'copilot-cli sent no input for bash'],
    ['bash', { command: 'ls', shellId: '1' }, [['Bash', { command: 'ls', shellId: '1' }]]],
    ['write_bash', { shellId: '1', input: 'rm' }, [['unreadable', { shellId: '1', input: 'rm' }]]],
    ['grep', { pattern: 'a' }, [['Grep', { pattern: 'a' }]]],
    ['grep', { pattern: 'a', paths: 'src' }, [['Grep', { pattern: 'a', path: 'src' }]]],
    [
      'grep',
      { pattern: 'a', paths: ['x', 'y'] },
      [
        ['Grep', { pattern: 'a', path: 'x' }],
        ['Grep', { pattern: 'a', path: 'y' }],
      ],
    ],
    ['sql', { query: 'select 1' }, [['sql', { query: 'select 1' }]]],
    ['gh-create', {}, [['gh-create = gh create', {}]]],
    [
      'gh-mcp-create',
      {},
      [
        ['gh-mcp-create = gh mcp-create', {}],
        ['gh-mcp-create = gh-mcp create', {}],
      ],
    ],
  ])('%s %j', (tool, args, calls) => {
    expect(copilot(tool, args)).toEqual(calls);
  });
});

describe('Cline', () => {
  const cline = (name: string, input: unknown): unknown =>
    callsOf('cline', { hookName: 'tool_call', workspaceRoots: ['/p'], tool_call: { name, input } });
  test.each<[string, unknown, unknown]>([
    [
      'run_commands',
      { commands: ['ls', 'rm a'] },
      [
        ['Bash', { command: 'ls' }],
        ['Bash', { command: 'rm a' }],
      ],
    ],
    [
      'run_commands',
      ['ls', 'rm a'],
      [
        ['Bash', { command: 'ls' }],
        ['Bash', { command: 'rm a' }],
      ],
    ],
    ['run_commands', 'ls', [['Bash', { command: 'ls' }]]],
    ['run_commands', { commands: 'ls' }, [['Bash', { command: 'ls' }]]],
    // How the program joins these is not known, so there is no command to be read.
    [
      'run_commands',
      { commands: [{ command: 'rm', args: ['-rf'] }] },
      [['Bash', { command: { command: 'rm', args: ['-rf'] } }]],
    ],
    ['run_commands', { command: 'ls', args: ['x'] }, [['Bash', {}]]],
    [
      'run_commands',
      { commands: ['ls'], command: 'rm a' },
      [
        ['Bash', { command: 'ls' }],
        ['Bash', { command: 'rm a' }],
      ],
    ],
    ['run_commands', { commands: [] }, [['Bash', {}]]],
    [
      'read_files',
      { files: [{ path: 'a', start_line: 1 }, 'b'] },
      [
        ['Read', { path: 'a', start_line: 1 }],
        ['Read', { path: 'b' }],
      ],
    ],
    ['read_files', { file_paths: ['a'] }, [['Read', {}]]],
    [
      'fetch_web_content',
      { requests: [{ url: 'https://a.example', prompt: 'x' }] },
      [['WebFetch', { url: 'https://a.example', prompt: 'x' }]],
    ],
    ['editor', { path: 'a', new_text: 'x' }, [['Edit', { path: 'a', new_text: 'x' }]]],
    [
      'a__b__c',
      {},
      [
        ['a__b__c = a b__c', {}],
        ['a__b__c = a__b c', {}],
      ],
    ],
    ['a_b__tool_0a1b2c3d', {}, [['a_b__tool_0a1b2c3d = ? ?', {}]]],
    [
      'run_commands',
      { commands: Array.from({ length: 65 }, () => 'ls') },
      [['unreadable', { commands: Array.from({ length: 65 }, () => 'ls') }]],
    ],
  ])('%s %j', (tool, input, calls) => {
    expect(cline(tool, input)).toEqual(calls);
  });
});

describe('Cursor', () => {
  const cursor = (event: string, more: Payload): unknown =>
    callsOf('cursor', { hook_event_name: event, workspace_roots: ['/p'], ...more });
  test.each<[string, Payload, unknown]>([
    ['preToolUse', { tool_name: 'MCP:create', tool_input: '{"a":1}' }, [['MCP:create = ? create', { a: 1 }]]],
    [
      'beforeMCPExecution',
      { tool_name: 'create', tool_input: '{"a":1}', command: 'npx x' },
      [['MCP:create = ? create', { a: 1 }]],
    ],
    ['beforeMCPExecution', { tool_name: 'create', tool_input: '[1]' }, 'cursor sent no input for create'],
    ['preToolUse', { tool_name: 'Delete', tool_input: { path: 'a' } }, [['Delete', { path: 'a' }]]],
    [
      'beforeReadFile',
      { file_path: '/p/a', attachments: [{ filePath: '/p/b' }, 7] },
      [
        ['Read', { file_path: '/p/a' }],
        ['Read', { file_path: '/p/b' }],
        ['Read', {}],
      ],
    ],
    ['afterFileEdit', { file_path: '/p/a' }, 'cursor sent the event afterFileEdit'],
  ])('%s %j', (event, more, calls) => {
    expect(cursor(event, more)).toEqual(calls);
  });
});

describe('Kiro', () => {
  const kiro = claudeShaped('kiro', 'preToolUse');
  test.each<[string, Payload, unknown]>([
    [
      'fs_read',
      {
        operations: [
          { mode: 'Line', path: 'a' },
          { mode: 'Image', image_paths: ['b'] },
        ],
      },
      [
        ['Read', { mode: 'Line', path: 'a' }],
        ['Read', { mode: 'Image', image_paths: ['b'] }],
      ],
    ],
    ['shell', { command: 'ls', working_dir: '/q' }, [['Bash', { command: 'ls' }, '/q']]],
    ['@git/status/x', {}, [['@git/status/x = git status/x', {}]]],
    ['@git', {}, [['@git = git ?', {}]]],
    ['use_aws', { service_name: 's3' }, [['use_aws', { service_name: 's3' }]]],
  ])('%s %j', (tool, input, calls) => {
    expect(kiro(tool, input)).toEqual(calls);
  });
});

describe('OpenCode', () => {
  const opencode = (tool: string, args: Payload, servers?: readonly string[]): unknown =>
    callsOf('opencode', { tool, args, directory: '/p', ...(servers === undefined ? {} : { servers }) });
  test.each<[string, Payload, readonly string[] | undefined, unknown]>([
    ['a_b_c', {}, ['a_b', 'z'], [['a_b_c = a_b c', {}]]],
    [
      'a_b_c',
      {},
      ['a', 'a_b'],
      [
        ['a_b_c = a b_c', {}],
        ['a_b_c = a_b c', {}],
      ],
    ],
    ['a_b_c', {}, ['a.b'], [['a_b_c = a.b c', {}]]],
    [
      'a_b_c',
      {},
      undefined,
      [
        ['a_b_c = a b_c', {}],
        ['a_b_c = a_b c', {}],
      ],
    ],
    ['todowrite', { todos: [] }, [], [['todowrite', { todos: [] }]]],
    ['bash', { command: 'ls', workdir: '/q' }, [], [['Bash', { command: 'ls' }, '/q']]],
    // A server called `apply` whose tool is `patch`.
    [
      'apply_patch',
      { patchText: 'x' },
      ['apply'],
      [
        ['apply_patch', { patch: 'x' }],
        ['opencode:apply_patch = apply patch', { patchText: 'x' }],
      ],
    ],
  ])('%s %j %j', (tool, args, servers, calls) => {
    expect(opencode(tool, args, servers)).toEqual(calls);
  });
});

/** The host goes by its own name for the argument; a decoy under ours must not be what is judged. */
test.each<[string, string, Payload]>([
  ['opencode', 'read', { filePath: '/root/.ssh/id', file_path: 'README.md' }],
  ['opencode', 'write', { file_path: 'README.md', filePath: '/etc/passwd', content: '' }],
  ['opencode', 'apply_patch', { patchText: 'theirs', patch: 'decoy' }],
  ['opencode', 'grep', { pattern: 'a', include: '/root/**', glob: '*.md' }],
  ['gemini-cli', 'list_directory', { dir_path: '/root/.ssh', path: '.' }],
  ['codex', 'apply_patch', { command: 'theirs', patch: 'decoy' }],
  ['cline', 'apply_patch', { input: 'theirs', patch: 'decoy' }],
])('%s %s %j may be any call', (host, tool, input) => {
  const event = host === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse';
  const payload = {
    opencode: { tool, args: input, directory: '/p' },
    cline: { hookName: 'tool_call', workspaceRoots: ['/p'], tool_call: { name: tool, input } },
  }[host] ?? { hook_event_name: event, cwd: '/p', tool_name: tool, tool_input: input };
  expect(callsOf(host, payload)).toEqual([['unreadable', input]]);
});

test('the same thing under both names is one thing', () => {
  const args = { filePath: 'a', file_path: 'a' };
  expect(callsOf('opencode', { tool: 'read', args, directory: '/p' })).toEqual([
    ['Read', { file_path: 'a' }],
  ]);
});

test("what a person changed goes back in the host's own words", () => {
  const incoming = hookHosts.get('cline')?.toCall({
    hookName: 'tool_call',
    tool_call: { name: 'run_commands', input: { commands: ['npm test'] } },
  });
  const toInput = incoming !== undefined && 'toInput' in incoming ? incoming.toInput : undefined;
  expect(toInput?.({ tool: 'Bash', input: { command: 'make test' } })).toEqual({ commands: ['make test'] });
});
