/**
 * OpenAI Agents: a run stops at a question, is saved, and goes on after a restart.
 * Checks itself, offline. Run by `npm run tools -- sdks`.
 */
import { Agent, OpenAIProvider, Runner, RunState, tool } from '@openai/agents';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { createGate } from '@permesso/gate';
import { approvalFiles } from '@permesso/gate/stores';
import { openaiAgents } from '@permesso/gate/openai-agents';
import { z } from 'zod';
import { startFakeModel } from '../../host-tests/fake-model/fake-model.ts';

const pushed: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'approvals-'));

/** Everything that a process makes when it starts. */
function start(): Agent {
  const gate = createGate({ policy: { ask: ['push'] } });
  const guard = openaiAgents(gate, { session: 'job-7', approvals: approvalFiles(folder) });
  const push = tool({
    name: 'push',
    description: 'Publishes a branch',
    parameters: z.object({ branch: z.string() }),
    execute: ({ branch }) => `pushed ${pushed.push(branch)} branch`,
  });
  return guard.guardAgent(new Agent({ name: 'release', model: 'fake-model', tools: [push] }));
}

// A model that wants to push. Yours stands here.
const fake = await startFakeModel({ script: [{ tool: 'push', input: { branch: 'main' } }] });
const openAIClient = new OpenAI({ baseURL: `${fake.url}/v1`, apiKey: 'none' });
const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient }), tracingDisabled: true });

const first = await runner.run(start(), 'Release it.');
assert.deepEqual(
  first.interruptions.map(({ name }) => name),
  ['push'],
);
const saved = first.state.toString();

// Another process, hours later: the person said yes.
const agent = start();
const state = await RunState.fromString(agent, saved);
for (const item of state.getInterruptions()) state.approve(item);
await runner.run(agent, state);
assert.deepEqual(pushed, ['main']);

// The saved state once more: the yes was for one call.
const again = await RunState.fromString(agent, saved);
for (const item of again.getInterruptions()) again.approve(item);
await runner.run(agent, again);
assert.deepEqual(pushed, ['main']);
await fake.close();
rmSync(folder, { recursive: true });
