import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixedWorld } from '@permesso/engine/world';
import { createGate, layersFrom } from '@permesso/gate/gate';

/**
 * Calls that nobody tuned for: they remove, publish, flash, take over, or read a disk. Most are of programs that have no row, so what
 * holds them is a class: a verb, a device, a word of a program that is written in the call.
 */
const calls = readFileSync(new URL('destructive-calls.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

/** Held by the sandbox: it has neither the network, nor the devices, nor the rights that these need. */
const heldInside: ReadonlySet<string> = new Set([
  'qm stop 101',
  'journalctl --vacuum-time=1s',
  'nsupdate -k key update.txt',
  'fwupdmgr update',
  'efibootmgr -b 0001 -B',
  'gio trash --empty',
  'svnadmin rmtxns repo x',
  'pagerduty incident resolve',
  'atrm 1',
  'stow -D x',
]);

function decided(sandbox: string): ReadonlyMap<string, string> {
  const root = '/home/dev/project';
  const text = `use: [balanced]\nallow: [Effect(run), Effect(serve)]\n${sandbox}`;
  const source = { layer: 'user' as const, file: 'policy.yaml', root, text };
  const { layers, problems } = layersFrom(source, { trust: { file: '', projects: [] }, home: '/home/dev' });
  expect(problems).toEqual([]);
  const world = fixedWorld({
    cwd: root,
    project: root,
    home: '/home/dev',
    workingDirectories: [root],
    repository: () => ({ hooks: [], programs: [] }),
    sandbox: { engine: 'test', version: '0', proven: true, path: ['/usr/bin'] },
  });
  const gate = createGate({ policy: layers, runsSandboxed: true, world: () => world });
  return new Map(
    calls.map((command) => [command, gate.explain({ tool: 'Bash', input: { command } }).decision.verdict]),
  );
}

test('in a trusted project none of them runs without a question', () => {
  expect(calls.length).toBeGreaterThan(280);
  const ran = [...decided('')].filter(([, verdict]) => verdict === 'allow').map(([command]) => command);
  expect(ran).toEqual([]);
});

test('with a sandbox those run that it holds', () => {
  const hosts = 'sandbox: { use: on, hosts: [registries] }\n';
  const ran = [...decided(hosts)].filter(([, verdict]) => verdict === 'allow').map(([command]) => command);
  expect(ran.filter((command) => !heldInside.has(command))).toEqual([]);
});
