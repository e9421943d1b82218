import { chmodSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeMachine, type Machine } from '../../test/policy-files/machine.ts';
import { enoughRuns, runs } from '../../../engine/test/runs.ts';
import { loadPolicy, type LoadedPolicy } from './load-policy.ts';
import { looseningEffects, parsePolicyFile } from '@permesso/engine/text';
import { hashesOf, judgeTrust, listTrust, revokeTrust, trust } from './trust-policy.ts';
import { directoryMark } from '../disk/policy-git.ts';

function load(machine: Machine): LoadedPolicy {
  return loadPolicy({ ...machine.options, cwd: machine.path('p') });
}

function waitingIn(machine: Machine): readonly string[] {
  return load(machine).untrusted.flatMap(({ loosens }) => loosens.map(({ text }) => text));
}

const policy = 'mode: bypass\nallow: [A, { rule: B, why: x }]\ndeny: [D]\nuse: [project-code]\n';

async function trusted(text = policy): Promise<Machine> {
  const machine = makeMachine();
  machine.write('p/.permesso/policy.yaml', text);
  await trust(load(machine).untrusted, machine.options);
  return machine;
}

describe('a yes', () => {
  test('is to everything that loosens, with what is used by name', () => {
    using machine = makeMachine();
    machine.write('p/.permesso/policy.yaml', policy);
    expect(waitingIn(machine).slice(0, 4)).toEqual(['bypass', 'A', 'B', 'Effect(run)']);
    expect(load(machine).untrusted[0]?.loosens.at(-1)).toMatchObject({
      via: 'project-code',
      file: 'permesso/presets/groups.yaml',
    });
    expect(load(machine).policy.mode).toBeUndefined();
  });

  test('is kept in a file of the person alone', async () => {
    using machine = await trusted();
    expect(load(machine)).toMatchObject({ untrusted: [], policy: { mode: 'bypass' } });
    expect(statSync(machine.path('.config/permesso/trust.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(machine.path('.config/permesso/trust.json'), 'utf8')).not.toContain('Bash');
  });

  const changes: readonly (readonly [what: string, text: string, waits: readonly string[]])[] = [
    ['nothing', policy, []],
    ['a comment', `# new\n${policy}`, []],
    ['the order', 'use: [project-code]\ndeny: [D]\nallow: [{ rule: B, why: x }, A]\nmode: bypass\n', []],
    ['a reason', policy.replace('why: x', 'why: y'), []],
    ['less', 'allow: [A]\ndeny: [D]', []],
    ['one more refusal', policy.replace('[D]', '[D, E]'), []],
    ['one more rule', policy.replace('[A,', '[A, C,'), ['C']],
    ['a limit less', 'allow: [{ rule: A, agents: [x] }]\ndeny: [D]', ['A {"agents":["x"]}']],
    ['another mode', policy.replace('bypass', 'acceptEdits'), ['acceptEdits']],
    ['a directory', `${policy}workingDirectories: [/]`, ['in /, as in the project']],
    ['one refusal less', 'allow: [A]', ['A']],
    ['a narrower refusal', 'allow: [A]\ndeny: [{ rule: D, agents: [x] }]', ['A']],
  ];

  test.each(changes)('after a change of %s', async (_what, text, waits) => {
    using machine = await trusted();
    machine.write('p/.permesso/policy.yaml', text);
    expect(waitingIn(machine)).toEqual(waits);
  });

  test('is to what was shown, not to what the file holds by then', async () => {
    using machine = makeMachine();
    machine.write('p/.permesso/policy.yaml', 'allow: [A]');
    const { untrusted } = load(machine);
    machine.write('p/.permesso/policy.yaml', 'allow: [A, B]');
    await trust(untrusted, machine.options);
    expect(waitingIn(machine)).toEqual(['B']);
  });

  test('can be taken back', async () => {
    using machine = await trusted('allow: [A]');
    const [project] = listTrust(machine.options).projects;
    expect(project?.id).toBe(machine.path('p'));
    expect(await revokeTrust(machine.path('p'), machine.options)).toEqual(project);
    expect(waitingIn(machine)).toEqual(['A']);
    expect(await revokeTrust(machine.path('p'), machine.options)).toBeUndefined();
  });

  test.each(['{', '[]', '{"version": 2, "projects": []}', '{"version": 1, "projects": [{}]}'])(
    'is worth nothing in a file such as %s',
    async (text) => {
      using machine = await trusted('allow: [A]');
      machine.write('.config/permesso/trust.json', text);
      expect(waitingIn(machine)).toEqual(['A']);
      expect(load(machine).problems).toMatchObject([
        { severity: 'warning', message: 'nothing is trusted: the file is invalid' },
      ]);
      await expect(trust(load(machine).untrusted, machine.options)).rejects.toThrow('fix or remove it');
    },
  );

  test('is worth nothing where others may write it', async () => {
    using machine = await trusted('allow: [A]');
    chmodSync(machine.path('.config/permesso/trust.json'), 0o622);
    expect(waitingIn(machine)).toEqual(['A']);
  });
});

const items = ['a', 'b', 'c', 'd'];
const randomFile = fc.record({
  allow: fc.subarray(items),
  deny: fc.subarray(items),
  ask: fc.subarray(items),
  hidden: fc.subarray(items),
});

test('what counts after a change was shown, and every refusal that was shown is still there', () => {
  const project = { id: '/', path: 'x', own: false };
  const effects = (file: object): ReturnType<typeof looseningEffects> =>
    looseningEffects(parsePolicyFile(JSON.stringify(file), { file: '' }).layer, { used: [] });
  let counted = 0;
  fc.assert(
    fc.property(randomFile, randomFile, ({ hidden, ...before }, { hidden: later, ...after }) => {
      const then = effects({ ...before, tools: { hidden } });
      const now = effects({ ...after, tools: { hidden: later } });
      const file = { path: project.path, at: '', ...hashesOf(then) };
      const store = { file: '', projects: [{ id: '/', mark: directoryMark('/'), files: [file] }] };
      const { isTrusted } = judgeTrust(project, now, store);
      const count = now.loosens.filter(isTrusted);
      if (count.length === 0) return;
      counted += 1;
      expect(before.allow).toEqual(expect.arrayContaining(count.map(({ text }) => text)));
      expect(after.deny).toEqual(expect.arrayContaining(before.deny));
      expect(after.ask).toEqual(expect.arrayContaining(before.ask));
      expect(later).toEqual(expect.arrayContaining(hidden));
    }),
    { numRuns: runs(2000) },
  );
  if (enoughRuns) expect(counted).toBeGreaterThan(20);
});
