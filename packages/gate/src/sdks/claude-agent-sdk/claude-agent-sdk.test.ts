import { describe, expect, test } from 'vitest';
import { scriptedApprover } from '../../approval/channels/scripted-approver.ts';
import { createGate, type GateOptions } from '../../gate/gate.ts';
import { fromListRules } from '@permesso/engine/policy';
import { objectionsTo } from './check-options.ts';
import { claudeAgent, type ClaudeAgentOptions, type Gated } from './claude-agent-sdk.ts';

const signal = new AbortController().signal;
const payload = (tool: string, input: unknown, more = {}): object => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: '/tmp',
  tool_name: tool,
  tool_input: input,
  tool_use_id: 't',
  ...more,
});

const guardOf = (gate: GateOptions, options?: ClaudeAgentOptions): Gated =>
  claudeAgent(createGate(gate), options).options();

async function hookSays({ hooks }: Gated, input: unknown): Promise<string> {
  const [hook] = hooks.PreToolUse[0]?.hooks ?? [];
  const said = await hook?.(input, 't', { signal });
  return said?.hookSpecificOutput.permissionDecision ?? 'nothing';
}

describe('options that would let a call past the gate are refused, each with its fix', () => {
  test.each([
    [{ permissionMode: 'bypassPermissions' }, 'mode: bypass'],
    [{ permissionMode: 'acceptEdits' }, 'mode: acceptEdits'],
    [{ permissionMode: 'dontAsk' }, 'mode: dontAsk'],
    [{ permissionMode: 'plan' }, 'mode: explore'],
    [{ permissionMode: 'auto' }, 'leave it out'],
    [{ permissionMode: 'unheardOf' }, "use 'default'"],
    [{ allowDangerouslySkipPermissions: true }, 'leave it out'],
    [{ allowedTools: ['Bash'] }, 'allow: ["Bash"]'],
    [{ settingSources: ['project'] }, "accept: ['settingSources']"],
    [{ settings: '/a/settings.json' }, "accept: ['settings']"],
    [{ settings: { permissions: { allow: ['Bash'] } } }, 'move the rules into the policy'],
    [{ settings: { permissions: { defaultMode: 'acceptEdits' } } }, 'move the rules into the policy'],
    [{ settings: { disableAllHooks: true } }, 'move the rules into the policy'],
    [{ settings: { hooks: {} } }, 'move the rules into the policy'],
    [{ plugins: [{}] }, "accept: ['plugins']"],
    [{ extraArgs: { 'dangerously-skip-permissions': null } }, 'dangerously-skip-permissions'],
    [{ extraArgs: { 'permission-mode': 'auto' } }, 'permission-mode'],
    [{ canUseTool: () => undefined }, 'approver of the gate'],
    [{ permissionPromptToolName: 'x' }, 'approver of the gate'],
    [{ hooks: { PreToolUse: [] } }, 'PostToolUse'],
    [{ hooks: { PermissionRequest: [] } }, 'PostToolUse'],
    [{ agents: { a: { permissionMode: 'bypassPermissions' } } }, "the policy's rules"],
  ])('%j', (options, fix) => {
    expect(objectionsTo(options).join(' ')).toContain(fix);
    expect(() => claudeAgent(createGate({ policy: {} })).options(options as object)).toThrow('past the gate');
  });

  test('harmless ones stay; omitted ones are filled in', () => {
    const own = {
      model: 'x',
      permissionMode: 'default',
      hooks: { PostToolUse: [] },
      settings: { permissions: { deny: ['Bash'] } },
    };
    const options = claudeAgent(createGate({ policy: {} })).options(own);
    expect(options).toMatchObject({
      model: 'x',
      permissionMode: 'default',
      settingSources: [],
    });
    // Ours alone, which only records.
    expect(options.hooks.PostToolUse).toHaveLength(1);
    expect(guardOf({ policy: {} })).toMatchObject({ permissionMode: 'default', settingSources: [] });
    expect(options.hooks.PreToolUse[0]).toMatchObject({ onFailure: 'block' });
    expect(options.hooks.PreToolUse[0]).not.toHaveProperty('matcher');
  });

  test('what an app accepts by name is left alone', () => {
    const guard = claudeAgent(createGate({ policy: {} }), {
      accept: ['settingSources', 'settings', 'plugins'],
    });
    const own = { settingSources: ['project' as const], settings: { hooks: {} }, plugins: [{}] };
    expect(guard.options(own).settingSources).toEqual(['project']);
  });

  test('hidden tools are disallowed', () => {
    const guard = claudeAgent(
      createGate({ policy: { deny: ['Bash'], tools: { hidden: ['mcp__old__*'] } } }),
      {
        known: ['mcp__old__drop', 'mcp__new__list'],
      },
    );
    expect(guard.options({ disallowedTools: ['Edit'] }).disallowedTools).toEqual([
      'Edit',
      'Bash',
      'mcp__old__drop',
    ]);
  });
});

describe('the hook', () => {
  test.each([[undefined], [null], ['text'], [{}], [payload('Bash', 'no object')], [payload('', {})]])(
    'denies what it cannot read: %j',
    async (input) => {
      expect(await hookSays(guardOf({ policy: { allow: ['*'] } }), input)).toBe('deny');
    },
  );

  test('knows a sub-agent by its type', async () => {
    const guard = guardOf({ policy: { allow: ['Bash'], deny: [{ rule: 'Bash', agents: ['helper'] }] } });
    expect(await hookSays(guard, payload('Bash', { command: 'make' }))).toBe('allow');
    expect(
      await hookSays(guard, payload('Bash', { command: 'make' }, { agent_id: 'a1', agent_type: 'helper' })),
    ).toBe('deny');
  });
});

describe('canUseTool only asks', () => {
  test('a call that the hook did not want asked about is not allowed by it', async () => {
    const guard = guardOf({ policy: { allow: ['Bash'] } });
    await hookSays(guard, payload('Bash', { command: 'make' }));
    const said = await guard.canUseTool('Bash', { command: 'make' }, { signal, toolUseID: 't' });
    expect(said).toMatchObject({ behavior: 'deny' });
  });

  test('what was changed after the hook is what is asked about', async () => {
    const approver = scriptedApprover([{ verdict: 'deny', comment: 'Not that.' }]);
    const guard = guardOf({ policy: { ask: ['Bash'] }, approver });
    await hookSays(guard, payload('Bash', { command: 'make' }));
    await guard.canUseTool('Bash', { command: 'make evil' }, { signal, toolUseID: 't' });
    expect(approver.asked.map(({ call }) => call.input['command'])).toEqual(['make evil']);
  });

  test("the model's own question goes to the app, or nowhere", async () => {
    const about = { signal, toolUseID: 'q' };
    const silent = await guardOf({ policy: {} }).canUseTool('AskUserQuestion', { questions: [] }, about);
    expect(silent).toMatchObject({ behavior: 'deny' });
    const answerQuestion = (input: object): Promise<Record<string, unknown>> =>
      Promise.resolve({ ...input, answers: { a: 'b' } });
    const guard = guardOf({ policy: {} }, { answerQuestion });
    expect(await guard.canUseTool('AskUserQuestion', { questions: [] }, about)).toEqual({
      behavior: 'allow',
      updatedInput: { questions: [], answers: { a: 'b' } },
    });
    const broken = guardOf({ policy: {} }, { answerQuestion: () => Promise.reject(new Error('gone')) });
    expect(await broken.canUseTool('AskUserQuestion', {}, about)).toMatchObject({ behavior: 'deny' });
  });

  test('an aborted question is a no', async () => {
    const stop = new AbortController();
    const guard = guardOf({ policy: { ask: ['Bash'] }, approver: () => new Promise(() => undefined) });
    await hookSays(guard, payload('Bash', { command: 'make' }));
    const asking = guard.canUseTool('Bash', { command: 'make' }, { signal: stop.signal, toolUseID: 't' });
    stop.abort();
    expect(await asking).toMatchObject({ behavior: 'deny' });
  });
});

describe('lists of an editor that wraps the agent', () => {
  const first = fromListRules({
    permissions_allow: ['Bash'],
    permissions_ask: ['Bash(rm:*)', 'Bash(sudo:*)', 'Bash(dd:*)'],
  });
  const second = fromListRules({
    permission_mode: 'acceptEdits',
    permissions_allow: ['Read', 'Glob', 'Grep', 'Bash'],
    permissions_ask: ['Bash(npm install:*)', 'Bash(git push:*)'],
  });

  test.each([
    ['use case 1', first, 'git commit -m x', 'allow'],
    ['use case 1', first, 'npm test', 'allow'],
    ['use case 1', first, 'rm ~/.pm/secret_key_backup.txt', 'ask'],
    ['use case 1', first, 'sudo make install', 'ask'],
    ['use case 1', first, 'dd if=/dev/zero of=x', 'ask'],
    ['use case 2', second, 'npm run build', 'allow'],
    ['use case 2', second, 'npm install left-pad', 'ask'],
    ['use case 2', second, 'git push origin main', 'ask'],
  ])('%s: %#', async (_name, policy, command, verdict) => {
    expect(await hookSays(guardOf({ policy }), payload('Bash', { command }))).toBe(verdict);
  });
});
