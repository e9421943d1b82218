import { expect, test } from 'vitest';
import { needsTeam } from '../src/approval/team-asks.ts';
import { comparePolicies } from '@permesso/engine/decision';
import { layersFrom } from '../src/gate/file-layers.ts';
import { createGate } from '../src/gate/gate.ts';
import { compilePolicy, type Layer, type LayerName, layerNames } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';

const world = fixedWorld({ cwd: '/work', now: 0 });

test('`offline: deny` counts where the machine or the team says it, and nowhere else', () => {
  const counts = layerNames.filter((layer) => compilePolicy([{ layer, offline: 'deny' }]).offline === 'deny');
  expect(counts.toSorted()).toEqual(['managed', 'team']);
  const both: readonly Layer[] = [
    { layer: 'managed', offline: 'deny' },
    { layer: 'team', offline: 'local' },
  ];
  expect([compilePolicy(both).offline, compilePolicy(both.toReversed()).offline]).toEqual(['deny', 'deny']);
  expect(compilePolicy([]).offline).toBe('local');
});

const problemsIn = (layer: LayerName, text: string): readonly string[] =>
  layersFrom(
    { layer, file: '/x.yaml', root: '/', text },
    { trust: { file: '', projects: [] }, home: '/home/dev' },
  ).problems.map(({ message }) => message);

test('where it does nothing, or is misspelt, the file says so', () => {
  for (const layer of ['user', 'project', 'local'] as const)
    expect(problemsIn(layer, 'offline: deny')).toEqual([
      expect.stringContaining('`offline` does nothing here'),
    ]);
  for (const layer of ['managed', 'team', 'flags'] as const)
    expect(problemsIn(layer, 'offline: deny')).toEqual([]);
  expect(problemsIn('team', 'offline: maybe').join()).toContain('local');
});

test('the comparison of two versions knows which way it goes', () => {
  const [local, deny] = (['local', 'deny'] as const).map((offline) =>
    compilePolicy([{ layer: 'team', offline, deny: ['Bash(curl:*)'] }]),
  );
  if (local === undefined || deny === undefined) throw new Error('two policies');
  expect(comparePolicies(deny, local, { world }).changes).toMatchObject([
    { what: 'offline', direction: 'looser', text: 'offline deny -> local' },
  ]);
  expect(comparePolicies(local, deny, { world }).changes).toMatchObject([{ direction: 'stricter' }]);
});

const decided = (layers: readonly Layer[], command: string): ReturnType<typeof needsTeam> => {
  const gate = createGate({ policy: layers, world: () => world });
  return needsTeam(gate.explain({ tool: 'Bash', input: { command } }).decision);
};

test.each<[string, readonly Layer[], string, boolean]>([
  ['a rule of the team asks', [{ layer: 'team', ask: ['Bash(git push:*)'] }], 'git push', true],
  ['in one of several parts', [{ layer: 'team', ask: ['Bash(git push:*)'] }], 'ls && git push', true],
  ['a deny of the team may match', [{ layer: 'team', deny: ['Bash(git push:*)'] }], '$x push', true],
  ['the person asks themself', [{ layer: 'user', ask: ['Bash(git push:*)'] }], 'git push', false],
  ['no rule speaks about it', [{ layer: 'team', ask: ['Bash(git push:*)'] }], 'make all', false],
  [
    'both ask',
    [
      { layer: 'user', ask: ['Bash(git:*)'] },
      { layer: 'team', ask: ['Bash(git push:*)'] },
    ],
    'git push',
    true,
  ],
])('whether only the team may approve it: %s', (_, layers, command, expected) => {
  expect(decided(layers, command)).toBe(expected);
});

test('an approval rule binds the person’s own ask rule, and `*` every question', async () => {
  const gate = createGate({ policy: { layer: 'user', ask: ['Bash(git push:*)'] }, world: () => world });
  const push = await gate.check({ tool: 'Bash', input: { command: 'git push' } });
  const make = await gate.check({ tool: 'Bash', input: { command: 'make' } });
  const rules = ['Bash(git push:*)'];
  expect([needsTeam(push, rules), needsTeam(make, rules), needsTeam(make, ['*'])]).toEqual([
    true,
    false,
    true,
  ]);
});
