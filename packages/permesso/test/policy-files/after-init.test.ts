import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { printExplanation } from '@permesso/engine/decision';
import { fixedWorld } from '@permesso/engine/world';
import { createGate, loadPolicy } from '@permesso/gate/gate';
import { isShippedFile } from '@permesso/gate/disk';
import { makeMachine, type Machine } from '../../../gate/test/policy-files/machine.ts';
import { explain } from '../../src/cli/commands/explain.ts';
import { lint } from '../../src/cli/commands/lint.ts';
import { rules } from '../../src/cli/commands/rules.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';

/** Of a terminal, by default. */
const width = 80;
const presets = ['balanced', 'ci', 'guarded-bypass', 'readonly'];

/** A machine with what `init` writes. */
function afterInit(preset: string): Machine {
  const machine = makeMachine();
  machine.git('p', 'init', '-q');
  machine.write('.config/permesso/policy.yaml', `use:\n  - ${preset}\n`);
  return machine;
}

async function run(machine: Machine, ...argv: readonly string[]): Promise<readonly string[]> {
  vi.stubEnv('HOME', machine.home);
  vi.stubEnv('XDG_CONFIG_HOME', '');
  vi.stubEnv('XDG_STATE_HOME', '');
  const said: string[] = [];
  const print = (text: string): void => void said.push(text);
  const out = { print, complain: print, ask: async () => await Promise.resolve(undefined), width };
  await runCommandLine([...argv, '--cwd', machine.path('p')], [explain, lint, rules], out);
  return said.join('\n').split('\n');
}

afterEach(() => vi.unstubAllEnvs());

test.each(presets)(
  'with %s alone, the rules fit a screen and no problem of ours is reported',
  async (preset) => {
    using machine = afterInit(preset);
    const listed = await run(machine, 'rules');
    expect(listed.join('\n')).toContain('From presets');
    expect(listed.length).toBeLessThanOrEqual(40);
    expect(await run(machine, 'lint')).toEqual(['No problems found.']);
  },
);

test('an explanation fits a screen, and `--all` has every rule', async () => {
  using machine = afterInit('balanced');
  const push = await run(machine, 'explain', 'npm test && git push --force origin main');
  expect(push.join('\n')).toContain('overwrites origin/main');
  expect(push.length).toBeLessThanOrEqual(30);
  expect((await run(machine, 'explain', '--all', 'git push')).length).toBeGreaterThan(500);
});

const corpora = ['compound', 'substitution', 'interpreters', 'wrappers', 'redirection', 'removal', 'mcp'];

test.each(presets)('no call of the corpus is explained on more than a screen by %s', (preset) => {
  using machine = afterInit(preset);
  const policyFiles = [machine.path('.config/permesso/policy.yaml')];
  const { policy } = loadPolicy({ files: false, policyFiles, cwd: '/home/dev/project' });
  const world = fixedWorld({ cwd: '/home/dev/project', project: '/home/dev/project', home: '/home/dev' });
  const gate = createGate({ policy, world: () => world });
  const calls = corpora.flatMap(callsOf);
  expect(calls.length).toBeGreaterThan(300);
  for (const call of calls) {
    const explanation = gate.explain(call);
    const text = printExplanation(explanation, { width, isShipped: isShippedFile });
    const lines = text.split('\n');
    expect([call, lines.length, lines.length <= 30]).toEqual([call, lines.length, true]);
    // Words for a person: no names of steps, no place that a text should have filled.
    expect(text).not.toMatch(
      /mayDeny|check(?:Allow|Ask|Deny)|at step|undefined|\{(?:rules?|what|reason|why|count|rest|doubt|inert|effect)\}/u,
    );
  }
});

function callsOf(corpus: string): readonly { tool: string; input: Record<string, unknown> }[] {
  const text = readFileSync(new URL(`../../../../corpus/${corpus}.jsonl`, import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n');
  return lines.map(
    (line) => (JSON.parse(line) as { call: { tool: string; input: Record<string, unknown> } }).call,
  );
}
