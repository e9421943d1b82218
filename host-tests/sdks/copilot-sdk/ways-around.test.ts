import { approveAll, defineTool, type SessionConfig } from '@github/copilot-sdk';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createGate, type GateOptions } from '@permesso/gate';
import { fromKindRules, type KindRules } from '@permesso/gate/rules';
import { copilot } from '@permesso/gate/copilot-sdk';
import { afterEach, describe, expect, test } from 'vitest';
import { startFakeModel, type FakeModel } from '../../fake-model/fake-model.ts';
import type { Step } from '../../fake-model/script.ts';
import { withClient } from './driver.ts';

const models: FakeModel[] = [];
afterEach(async () => {
  await Promise.all(models.splice(0).map((model) => model.close()));
});

const marks: Step = { tool: 'bash', input: { command: 'echo ran > marker.txt', description: 'x' } };

async function play(
  script: readonly Step[],
  gate: GateOptions,
  more: Partial<SessionConfig> = {},
): Promise<{ readonly ran: boolean; readonly told: string; readonly offered: readonly string[] }> {
  const model = await startFakeModel({ script });
  models.push(model);
  let ran = false;
  await withClient(model.url, async (client, config) => {
    const session = await client.createSession(copilot(createGate(gate)).session({ ...config, ...more }));
    await session.sendAndWait({ prompt: 'Do it.' }, 45_000);
    ran = existsSync(join(config.workingDirectory, 'marker.txt'));
    await session.disconnect();
  });
  return { ran, told: model.received().join('\n'), offered: model.offered() };
}

describe('Copilot SDK: ways around the gate', () => {
  test('`approveAll` and other handlers beside the gate are refused', () => {
    const guard = copilot(createGate({ policy: {} }));
    expect(() => guard.session({ onPermissionRequest: approveAll })).toThrow('mode: bypass');
    expect(() => guard.session({ hooks: { onPreToolUse: () => undefined } })).toThrow('gate.on');
  });

  test('a tool with `skipPermission`, for which nobody is asked, is decided', async () => {
    let deployed = false;
    const deploy = defineTool('deploy', {
      description: 'Deploys',
      skipPermission: true,
      handler: () => {
        deployed = true;
        return 'done';
      },
    });
    const gate = {
      policy: { deny: [{ rule: 'deploy', when: { to: { equals: 'production' } }, guidance: 'Not yet.' }] },
    };
    const { told } = await play([{ tool: 'deploy', input: { to: 'production' } }], gate, { tools: [deploy] });
    expect(deployed).toBe(false);
    expect(told).toContain('Not yet.');
  });

  test('a gate that breaks denies', async () => {
    const gate: GateOptions = {
      policy: { allow: ['*'] },
      world: () => {
        throw new Error('no machine');
      },
    };
    expect((await play([marks], gate)).ran).toBe(false);
  });

  test('a hidden tool of its own is gone', async () => {
    const { ran, offered } = await play([marks], { policy: { allow: ['*'], tools: { hidden: ['Bash'] } } });
    expect(offered).not.toContain('bash');
    expect(ran).toBe(false);
  });

  // The workflow configuration of the first requirement, as it is written there.
  const workflow = {
    default: 'allow',
    rules: [
      { kind: 'shell', decision: 'deny' },
      { kind: 'write', decision: 'deny' },
    ],
  } as const satisfies KindRules;

  test('tool_permissions: a denied kind does not run, and is said so', async () => {
    const { ran, told } = await play([marks], { policy: fromKindRules(workflow) });
    expect(ran).toBe(false);
    expect(told).toContain('shell deny it');
  });

  test('tool_permissions: what is not named inherits the default', async () => {
    const { told } = await play([{ tool: 'view', input: { path: '.' } }], {
      policy: fromKindRules(workflow),
    });
    expect(told).not.toMatch(/denied/i);
  });

  test('tool_permissions: absent means allow', async () => {
    expect((await play([marks], { policy: fromKindRules({}) })).ran).toBe(true);
  });
});
