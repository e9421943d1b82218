import { describe, expect, test } from 'vitest';
import { createGate, type GateOptions } from '../../gate/gate.ts';
import { scriptedApprover } from '../../approval/channels/scripted-approver.ts';
import { fromKindRules } from '@permesso/engine/policy';
import { copilot } from './copilot-sdk.ts';
import { callsOf } from './request-call.ts';

const sessionOf = (options: GateOptions) => copilot(createGate(options)).session();
const at = { sessionId: 's' };
const hookInput = (toolName: string, toolArgs: unknown) => ({
  ...at,
  workingDirectory: '/tmp',
  toolName,
  toolArgs,
});

describe('requests become calls', () => {
  test.each([
    [{ kind: 'shell', fullCommandText: 'rm x' }, [{ tool: 'Bash', input: { command: 'rm x' } }]],
    [{ kind: 'write', fileName: '/a' }, [{ tool: 'Write', input: { file_path: '/a' } }]],
    [{ kind: 'read', path: '/a' }, [{ tool: 'Read', input: { file_path: '/a' } }]],
    [{ kind: 'url', url: 'https://a.example' }, [{ tool: 'WebFetch', input: { url: 'https://a.example' } }]],
    [
      { kind: 'mcp', serverName: 'fs', toolName: 'fs-write_file', args: { path: '/a' } },
      [{ tool: 'mcp__fs__write_file', input: { path: '/a' }, mcp: { server: 'fs', tool: 'write_file' } }],
    ],
    [{ kind: 'custom-tool', toolName: 'deploy', args: { a: 1 } }, [{ tool: 'deploy', input: { a: 1 } }]],
    // Fields that are missing, and kinds that nobody knows, are tools that nobody knows.
    [{ kind: 'shell' }, [{ tool: 'copilot:shell', input: { kind: 'shell' } }]],
    [{ kind: 'factory', name: 'x' }, [{ tool: 'copilot:factory', input: { kind: 'factory', name: 'x' } }]],
    [{}, [{ tool: 'copilot:request', input: {} }]],
  ])('%j', (request, calls) => {
    expect(callsOf(request)).toEqual(calls);
  });

  test('leaving the sandbox is asked about even where the command is allowed', async () => {
    const { onPermissionRequest } = sessionOf({ policy: { allow: ['Bash'] } });
    const request = { kind: 'shell', fullCommandText: 'make' };
    expect(await onPermissionRequest(request, at)).toEqual({ kind: 'approve-once' });
    expect(await onPermissionRequest({ ...request, requestSandboxBypass: true }, at)).toMatchObject({
      kind: 'reject',
    });
  });
});

describe('never throws, never abstains', () => {
  const broken: GateOptions = {
    policy: { allow: ['*'] },
    world: () => {
      throw new Error('no machine');
    },
  };

  test.each([
    ['a hook without arguments', hookInput('bash', undefined)],
    ['a hook without a name', { ...at, workingDirectory: '/tmp' }],
    ['a relative directory', { ...hookInput('bash', { command: 'make' }), workingDirectory: 'x' }],
    ['a broken gate', hookInput('bash', { command: 'make' })],
  ])('%s is denied', async (_name, input) => {
    const { hooks } = sessionOf(broken);
    expect(await hooks.onPreToolUse(input as never, at)).toMatchObject({ permissionDecision: 'deny' });
  });

  test.each([[null], [[]], [{}], [{ kind: 'hook' }], [{ kind: 'approved' }]])(
    'the request %j is rejected',
    async (request) => {
      const { onPermissionRequest } = sessionOf(broken);
      expect(await onPermissionRequest(request as never, at)).toMatchObject({ kind: 'reject' });
    },
  );
});

describe('the hook', () => {
  test('asks, and runs a changed input as changed', async () => {
    const approver = scriptedApprover([{ verdict: 'allow', input: { command: 'git status' } }]);
    const { hooks } = sessionOf({ policy: { ask: ['Bash(git push:*)'] }, approver });
    expect(await hooks.onPreToolUse(hookInput('bash', { command: 'git push' }), at)).toMatchObject({
      permissionDecision: 'allow',
      modifiedArgs: { command: 'git status' },
    });
  });

  test('knows a sub-agent by its own session', async () => {
    const { hooks } = sessionOf({
      policy: { allow: ['Bash'], deny: [{ rule: 'Bash', agents: ['sub-agent'] }] },
    });
    const input = hookInput('bash', { command: 'make' });
    expect(await hooks.onPreToolUse(input, at)).toMatchObject({ permissionDecision: 'allow' });
    expect(await hooks.onPreToolUse({ ...input, sessionId: 'below' }, at)).toMatchObject({
      permissionDecision: 'deny',
    });
  });
});

describe('tool_permissions of a workflow', () => {
  const request = (kind: string): object => ({
    kind,
    fullCommandText: 'make',
    fileName: '/tmp/a',
    path: '/tmp/a',
    url: 'https://a.example',
    serverName: 'm',
    toolName: 'm-t',
    args: {},
  });
  const kinds = ['shell', 'write', 'read', 'url', 'mcp'];
  const allowed = async (policy: GateOptions['policy']): Promise<readonly string[]> => {
    const { onPermissionRequest } = sessionOf({ policy });
    const results = await Promise.all(kinds.map((kind) => onPermissionRequest(request(kind), at)));
    return kinds.filter((_kind, index) => results[index]?.kind === 'approve-once');
  };

  test.each([
    ['none: everything runs', {}, kinds],
    [
      'read-only evaluation',
      {
        rules: [
          { kind: 'shell', decision: 'deny' },
          { kind: 'write', decision: 'deny' },
        ],
      },
      ['read', 'url', 'mcp'],
    ],
    ['untrusted: only read', { default: 'deny', rules: [{ kind: 'read', decision: 'allow' }] }, ['read']],
    ['deny everything', { default: 'deny' }, []],
  ] as const)('%s', async (_name, rules, expected) => {
    expect(await allowed(fromKindRules(rules))).toEqual(expected);
  });
});

test('configurations that skip the gate are refused, hidden tools are excluded', () => {
  const guard = copilot(createGate({ policy: { tools: { hidden: ['Bash', 'vault'] } } }));
  expect(() => guard.session({ onPermissionRequest: () => ({ kind: 'approve-once' }) })).toThrow(
    'approveAll',
  );
  expect(() => guard.session({ hooks: { onPreToolUse: () => undefined } })).toThrow('onPostToolUse');
  const own = { tools: [{ name: 'vault' }, { name: 'open' }], excludedTools: ['old'] };
  expect(guard.session(own).excludedTools).toEqual(['old', 'bash', 'vault']);
});

describe('an SDK before 1.0 is told who refused', () => {
  const request = { kind: 'shell', fullCommandText: 'make' };
  const kindOf = async (options: GateOptions, about: object = request): Promise<string> =>
    (await copilot(createGate(options)).handler(about, at)).kind;
  const nobodyAsked = 'denied-no-approval-rule-and-could-not-request-from-user';

  test.each<[string, GateOptions, string]>([
    ['allowed', { policy: { allow: ['Bash'] } }, 'approved'],
    ['everything allowed', { policy: fromKindRules({}) }, 'approved'],
    ['a rule', { policy: { deny: ['Bash'] } }, 'denied-by-rules'],
    ['the kind', { policy: fromKindRules({ default: 'deny' }) }, 'denied-by-rules'],
    ['hidden', { policy: { tools: { hidden: ['Bash'] } } }, 'denied-by-rules'],
    ['a yes', { policy: {}, approver: scriptedApprover([{ verdict: 'allow' }]) }, 'approved'],
    [
      'a no',
      { policy: {}, approver: scriptedApprover([{ verdict: 'deny' }]) },
      'denied-interactively-by-user',
    ],
    ['no approver', { policy: {} }, nobodyAsked],
    ['not interactive', { policy: {}, interactive: false }, nobodyAsked],
    ['asking fails', { policy: {}, approver: () => Promise.reject(new Error('x')) }, nobodyAsked],
  ])('%s', async (_name, options, kind) => {
    expect(await kindOf(options)).toBe(kind);
  });

  test('what cannot be read is not approved', async () => {
    for (const about of [null, [], {}, { kind: 'shell' }])
      expect(await kindOf({ policy: { allow: ['Bash'] } }, about as object)).not.toBe('approved');
  });
});
