/**
 * Mastra: one agent for two tenants with different policies; a question suspends the run.
 * Checks itself, offline. Run by `npm run tools -- sdks`.
 */
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { RequestContext } from '@mastra/core/request-context';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import assert from 'node:assert/strict';
import { createGate, type Gate } from '@permesso/gate';
import { mastra } from '@permesso/gate/mastra';
import { z } from 'zod';
import { startFakeModel } from '../../host-tests/fake-model/fake-model.ts';

const dropped: string[] = [];
const dropTable = createTool({
  id: 'drop_table',
  description: 'Drops a table',
  inputSchema: z.object({ table: z.string() }),
  execute: ({ table }) => Promise.resolve(`dropped ${dropped.push(table)} table`),
});

const careful = { deny: [{ rule: 'drop_table', guidance: 'Write a migration instead.' }] };
const gates = new Map<unknown, Gate>([
  ['careful', createGate({ policy: careful })],
  ['bold', createGate({ policy: { ask: ['drop_table'] } })],
]);
// A tenant without a policy gets nothing: whatever is thrown here is a no.
const guard = mastra(
  (request) => gates.get(request.get('tenant')) ?? Promise.reject(new Error('no policy')),
  {
    session: (request) => String(request.get('tenant')),
  },
);

// A model that wants to drop a table. Yours stands here.
const fake = await startFakeModel({ script: [{ tool: 'drop_table', input: { table: 'users' } }] });
const dba = new Agent({
  ...guard.agentOptions,
  id: 'dba',
  name: 'dba',
  instructions: 'You help.',
  model: { providerId: 'fake', modelId: 'fake-model', url: `${fake.url}/v1`, apiKey: 'none' },
  tools: guard.guardTools({ drop_table: dropTable }),
});
const agent = new Mastra({ agents: { dba }, storage: new InMemoryStore(), logger: false }).getAgent('dba');
const tenant = (name: string) => ({ requestContext: new RequestContext([['tenant', name]]) });

await agent.generate('Clean up.', tenant('careful'));
assert.match(fake.received().join('\n'), /Write a migration instead\./);

const stopped = await agent.generate('Clean up.', tenant('bold'));
assert.equal(stopped.finishReason, 'suspended');
const toolCallId = (await guard.pending('bold'))[0]?.request.id ?? '';
await agent.approveToolCallGenerate({ runId: stopped.runId ?? '', toolCallId, ...tenant('bold') });
assert.deepEqual(dropped, ['users']);
await fake.close();
