/**
 * Claude Agent SDK: every tool of the agent through the gate, and options that would skip it are refused.
 * Checks itself, offline. Run by `npm run tools -- sdks`.
 */
import { query } from '@anthropic-ai/claude-agent-sdk';
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGate } from '@permesso/gate';
import { scriptedApprover } from '@permesso/gate/approvers';
import { claudeAgent } from '@permesso/gate/claude-agent-sdk';
import { startFakeModel } from '../../host-tests/fake-model/fake-model.ts';

// Yours is a terminal, a web page, a chat: `terminalApprover()`, `webhookApprover(...)`.
const person = scriptedApprover([{ verdict: 'allow' }]);
const gate = createGate({
  policy: {
    allow: ['Bash(git status)'],
    deny: [{ rule: 'Bash(git push:*)', guidance: 'Open a merge request instead.' }],
  },
  approver: person,
});
const guard = claudeAgent(gate);
assert.throws(() => guard.options({ allowedTools: ['Bash'] }), /allow: \["Bash"\]` in the policy/);

const home = mkdtempSync(join(tmpdir(), 'claude-'));
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: command } });
const fake = await startFakeModel({ script: [bash('git push'), bash('touch made.txt')] });
const options = guard.options({
  cwd: home,
  model: 'claude-sonnet-4-5',
  persistSession: false,
  env: {
    PATH: '/usr/bin:/bin',
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    ANTHROPIC_BASE_URL: fake.url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    IS_SANDBOX: '1',
  },
});
for await (const message of query({ prompt: 'Publish it.', options })) assert.notEqual(message.type, 'error');

assert.match(fake.received().join('\n'), /Open a merge request instead\./);
assert.deepEqual(
  person.asked.map(({ call }) => call.input['command']),
  ['touch made.txt'],
);
assert(existsSync(join(home, 'made.txt')));
await fake.close();
rmSync(home, { recursive: true, force: true, maxRetries: 5 });
