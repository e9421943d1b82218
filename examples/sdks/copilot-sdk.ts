/**
 * Copilot SDK: the permissions of a workflow by kind, as they are written in its configuration.
 * Checks itself, offline. Run by `npm run tools -- sdks`.
 */
import { CopilotClient } from '@github/copilot-sdk';
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGate } from '@permesso/gate';
import { fromKindRules } from '@permesso/gate/rules';
import { copilot } from '@permesso/gate/copilot-sdk';
import { startFakeModel } from '../../host-tests/fake-model/fake-model.ts';

// runtime: { tool_permissions: ... } of the workflow. What is not named inherits the default.
const policy = fromKindRules({
  default: 'allow',
  rules: [
    { kind: 'shell', decision: 'deny' },
    { kind: 'write', decision: 'deny' },
  ],
});
const guard = copilot(createGate({ policy }));

const home = mkdtempSync(join(tmpdir(), 'copilot-'));
writeFileSync(join(home, 'notes.txt'), 'what the agent may read');
const fake = await startFakeModel({
  script: [
    { tool: 'bash', input: { command: 'touch made.txt', description: 'x' } },
    { tool: 'view', input: { path: join(home, 'notes.txt') } },
  ],
});
const client = new CopilotClient({
  workingDirectory: home,
  baseDirectory: join(home, '.copilot'),
  useLoggedInUser: false,
  env: { PATH: '/usr/bin:/bin', HOME: home, COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false' },
});
await client.start();
const session = await client.createSession(
  guard.session({
    model: 'gpt-4.1',
    workingDirectory: home,
    provider: {
      type: 'openai' as const,
      wireApi: 'completions' as const,
      baseUrl: `${fake.url}/v1`,
      apiKey: 'none',
    },
  }),
);
await session.sendAndWait({ prompt: 'Read the notes.' }, 30_000);
assert(!existsSync(join(home, 'made.txt')));
assert.match(fake.received().join('\n'), /what the agent may read/);
await client.stop();
await fake.close();
rmSync(home, { recursive: true, force: true, maxRetries: 5 });
