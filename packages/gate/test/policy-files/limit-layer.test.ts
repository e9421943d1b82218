import { expect, test } from 'vitest';
import { createGate } from '../../src/gate/gate.ts';
import { layersFrom } from '../../src/gate/file-layers.ts';
import { fixedWorld } from '@permesso/engine/world';
import type { ToolCall } from '@permesso/engine/call';
import type { Verdict } from '@permesso/engine/policy';
import { limitLayer } from '@permesso/engine/text';

const policy = `
use:
  - { name: balanced, except: [opencode] }
  - { name: from-codex, agents: [codex] }
groups:
  from-codex:
    allow:
      - Bash(make:*)
      - { rule: Bash(cargo build), agents: [builder] }
    deny: [Bash(ls /srv)]
`;

const { layers, problems } = layersFrom(
  { layer: 'user', file: 'policy.yaml', root: '/', text: policy },
  { trust: { file: '', projects: [] }, home: '/home/a' },
);
const gate = createGate({ policy: layers, world: () => fixedWorld() });

function verdictFor(command: string, by: Pick<ToolCall, 'host' | 'agent'>): Verdict {
  return gate.explain({ tool: 'Bash', input: { command }, ...by }).decision.verdict;
}

test('a group for one program allows there alone, and its denies hold there alone', () => {
  expect(problems).toEqual([]);
  expect(verdictFor('make all', { host: 'codex' })).toBe('allow');
  expect(verdictFor('make all', { host: 'codex', agent: { name: 'helper', parents: ['main'] } })).toBe(
    'allow',
  );
  expect(verdictFor('make all', { host: 'opencode' })).toBe('ask');
  expect(verdictFor('make all', {})).toBe('ask');
  // A sub-agent that calls itself like the program gains nothing: its parent has no such name.
  expect(verdictFor('make all', { host: 'opencode', agent: { name: 'codex', parents: ['main'] } })).toBe(
    'ask',
  );
  expect(verdictFor('ls /srv', { host: 'codex' })).toBe('deny');
  expect(verdictFor('ls /srv', { host: 'opencode' })).toBe('allow');
});

test('a preset with an exception allows all others, and still asks and denies there', () => {
  expect(verdictFor('git commit -m x', { host: 'codex' })).toBe('allow');
  expect(verdictFor('git commit -m x', {})).toBe('allow');
  expect(verdictFor('git commit -m x', { host: 'opencode' })).toBe('ask');
  expect(verdictFor('cat ~/.ssh/id_ed25519', { host: 'opencode' })).toBe('deny');
});

test('a rule for one agent in a group for one program is for that agent in that program', () => {
  const limited = limitLayer({ allow: [{ rule: 'a', agents: ['x', '!y'] }] }, [{ agents: ['codex'] }]);
  expect(limited.allow).toEqual([{ rule: 'a', agents: ['codex/x', '!y'] }]);
  const open = limitLayer({ allow: [{ rule: 'a', agents: ['x'] }], deny: [{ rule: 'b', agents: ['x'] }] }, [
    { agents: ['open*'] },
  ]);
  expect(open.deny).toEqual([{ rule: 'b', agents: ['open*'] }]);
  expect(open.allow).toEqual([{ rule: 'a', agents: ['open*/x'] }]);
});
