import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Unlabelled } from '../../../packages/permesso/src/cli/commands/conformance.ts';
import type { Verdict } from '@permesso/engine/policy';
import { commandOf, installed, perRules } from './given.ts';

interface PermissionManager {
  initialize(): void;
  evaluate(context: { toolName: string; command: string; cwd: string }): Promise<Verdict | 'default'>;
}

/** The bundle keeps its class to itself: a copy beside it exports it. */
function exportedCopy(): string {
  const chunks = `${installed('qwen-code')}/node_modules/@qwen-code/qwen-code/chunks`;
  const declares = 'var PermissionManager = class';
  const name = readdirSync(chunks).find(
    (file) => file.endsWith('.js') && readFileSync(join(chunks, file), 'utf8').includes(declares),
  );
  if (name === undefined) throw new Error('this Qwen Code has no PermissionManager');
  const copy = join(chunks, 'permission-manager.mjs');
  writeFileSync(copy, `${readFileSync(join(chunks, name), 'utf8')}\nexport { PermissionManager };\n`);
  return copy;
}

const { PermissionManager } = (await import(exportedCopy())) as {
  PermissionManager: new (config: object) => PermissionManager;
};

const managerFor = perRules(({ rules, cwd }) => {
  const manager = new PermissionManager({
    getPermissionsAllow: () => rules.allow,
    getPermissionsAsk: () => rules.ask,
    getPermissionsDeny: () => rules.deny,
    getProjectRoot: () => cwd,
    getCwd: () => cwd,
  });
  manager.initialize();
  return manager;
});

export async function decide(given: Unlabelled): Promise<Verdict> {
  const manager = await managerFor(given);
  const answer = await manager.evaluate({
    toolName: 'run_shell_command',
    command: commandOf(given),
    cwd: given.cwd,
  });
  return answer === 'default' ? 'ask' : answer;
}
