import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { freeze } from '../../src/cli/commands/freeze.ts';
import { rules } from '../../src/cli/commands/rules.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import { schema } from '../../src/cli/commands/schema.ts';
import { thaw } from '../../src/cli/commands/thaw.ts';
import { trust } from '../../src/cli/commands/trust.ts';
import { policySchema } from '@permesso/engine/text';
import { makeMachine, type Machine } from '../../../gate/test/policy-files/machine.ts';

const commands: readonly Command[] = [rules, trust, freeze, thaw, schema];

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** As typed in the project of a machine. */
async function run(machine: Machine, ...argv: readonly string[]): Promise<Ran> {
  return await answered('y', machine, argv);
}

/** Without an answer nobody is at the terminal. */
async function answered(answer: string | undefined, machine: Machine, argv: readonly string[]): Promise<Ran> {
  vi.stubEnv('HOME', machine.home);
  vi.stubEnv('XDG_CONFIG_HOME', '');
  vi.stubEnv('XDG_STATE_HOME', '');
  const out: string[] = [];
  const err: string[] = [];
  const takesCwd = argv[0] === 'rules' || argv[0] === 'trust';
  const code = await runCommandLine(takesCwd ? [...argv, '--cwd', machine.path('p')] : argv, commands, {
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    ask: async () => await Promise.resolve(answer),
    width: 80,
  });
  const plain = (lines: readonly string[]): string => lines.join('\n').replaceAll(machine.home, '~');
  return { code, out: plain(out), err: plain(err) };
}

function withProject(policy: string): Machine {
  const machine = makeMachine();
  machine.git('p', 'init', '-q');
  machine.write('p/.permesso/policy.yaml', policy);
  return machine;
}

afterEach(() => vi.unstubAllEnvs());

describe('permesso rules', () => {
  test('lists by file, strictest first, with what does nothing', async () => {
    using machine = withProject('allow:\n  - Read\nask:\n  - rule: x\n    agents: [a]\ndeny: [Bash(rm:*)]\n');
    machine.write('.config/permesso/policy.yaml', 'allow: [{ rule: Bash, expires: 2020-01-01 }]');
    expect(await run(machine, 'rules')).toEqual({
      code: 0,
      err: '',
      out: [
        'mode default',
        '',
        'project  .permesso/policy.yaml',
        '  deny     6  Bash(rm:*)',
        '  ask      4  x {"agents":["a"]}',
        '  allow    2  Read                does nothing: its layer is not trusted yet',
        '',
        'user  ~/.config/permesso/policy.yaml',
        '  allow    1  Bash {"expires":"2020-01-01T00:00:00.000Z"}',
        '                does nothing: it has expired',
      ].join('\n'),
    });
    expect(JSON.parse((await run(machine, 'rules', '--json')).out)).toMatchObject({
      mode: 'default',
      frozen: null,
      rules: [
        { verdict: 'deny', rule: 'Bash(rm:*)', layer: 'project', line: 6 },
        {},
        { inert: 'its layer is not trusted yet' },
        { inert: 'it has expired' },
      ],
    });
  });

  test('lists what models are not shown', async () => {
    using machine = withProject('deny: [x]\ntools: { visible: [Read, mcp__*], hidden: [mcp__old__*] }\n');
    expect((await run(machine, 'rules')).out).toBe(
      [
        'mode default',
        '',
        'project  .permesso/policy.yaml',
        '  deny     1  x',
        '',
        'project  .permesso/policy.yaml',
        '  never shown to a model, and denied: mcp__old__*',
        '  only these are shown, the rest is denied: Read, mcp__*',
      ].join('\n'),
    );
    expect(JSON.parse((await run(machine, 'rules', '--json')).out)).toMatchObject({
      tools: [{ visible: ['Read', 'mcp__*'], hidden: ['mcp__old__*'], layer: 'project' }],
    });
  });

  test('adds where it is told, trusts what the person wrote, and removes', async () => {
    using machine = withProject('deny: [x] # c\n');
    expect((await run(machine, 'rules', 'add', 'allow', 'Bash(make:*)', '--why', 'we do')).out).toBe(
      "Added to .permesso/policy.local.yaml: allow Bash(make:*)\nUndo: permesso rules remove allow 'Bash(make:*)'",
    );
    await run(machine, 'rules', 'add', 'ask', 'y', '--to', 'project');
    await run(machine, 'rules', 'add', 'deny', 'z', '--to', 'user');
    expect(readFileSync(machine.path('p/.permesso/policy.yaml'), 'utf8')).toBe(
      'deny: [x] # c\nask:\n  - y\n',
    );
    expect(readFileSync(machine.path('p/.permesso/.gitignore'), 'utf8')).toContain('policy.local.yaml\n');
    expect((await run(machine, 'rules')).out).not.toContain('does nothing');
    expect((await run(machine, 'trust')).code).toBe(0);
    expect(await run(machine, 'rules', 'remove', 'allow', 'Bash(make:*)')).toMatchObject({ code: 0 });
    expect(await run(machine, 'rules', 'remove', 'allow', 'Bash(make:*)')).toMatchObject({ code: 1 });
    expect(await run(machine, 'rules', 'add', 'ask', 'y', '--to', 'project')).toMatchObject({
      code: 0,
      out: 'Already in .permesso/policy.yaml: ask y',
    });
  });

  test('a preset fits a screen, and is whole where that is asked for', async () => {
    using machine = withProject('use: [balanced]\nallow: [Mine]\n');
    const folded = (await run(machine, 'rules')).out.split('\n');
    expect(folded.length).toBeLessThanOrEqual(40);
    expect(folded.join('\n')).toContain('Mine');
    expect(folded.join('\n')).toMatch(
      /From presets \(--all lists every rule\)\n +deny +no-home-secrets +\d+ /u,
    );
    const whole = (await run(machine, 'rules', '--all')).out.split('\n');
    expect(whole.length).toBeGreaterThan(300);
  });

  test('adding a rule trusts nothing that waited in the file', async () => {
    using machine = withProject('allow: [Evil]\n');
    await run(machine, 'rules', 'add', 'allow', 'Mine', '--to', 'project');
    expect((await run(machine, 'trust')).out).toContain('Evil');
  });

  test.each([
    [['rules', 'add', 'allow', 'Bash('], 'the parenthesis is not closed (write Bash())'],
    [['rules', 'add', 'permit', 'x'], '`permit` is not one of allow, ask, deny'],
    [['rules', 'add', 'allow'], 'write a verdict and a rule'],
    [['rules', 'add', 'allow', 'x', '--to', 'team'], '--to takes project, local or user, not team'],
    [['rules', 'drop', 'x'], 'unknown `rules drop`; use add or remove'],
  ])('%j is refused', async (argv, message) => {
    using machine = withProject('');
    const { code, err } = await run(machine, ...argv);
    expect([code, err.includes(message)]).toEqual([64, true]);
  });
});

describe('permesso trust', () => {
  test('shows what would be loosened, hidden letters too, and takes a yes', async () => {
    using machine = withProject(
      'mode: yolo\nallow:\n  - Read\n  - "Bash(a \\u202e b)"\nuse: [project-code]\n',
    );
    const shown = await answered(undefined, machine, ['trust']);
    expect(shown).toMatchObject({ code: 1, err: expect.stringContaining('only a person') as string });
    expect(shown.out).toContain('.permesso/policy.yaml would loosen:');
    expect(shown.out).toContain(String.raw`Bash(a \u{202e} b)`);
    expect(shown.out).toContain('by project-code');
    expect((await run(machine, 'trust', '--yes')).code).toBe(64);
    expect((await answered('', machine, ['trust'])).code).toBe(1);
    expect((await run(machine, 'trust')).code).toBe(0);
    expect((await run(machine, 'trust')).out).toBe('Nothing is waiting for trust here.');
    expect((await run(machine, 'trust', '--list')).out).toMatch(
      /^~\/p\/\.git\n {2}\.permesso\/policy\.yaml {2}5 loosened/,
    );
    expect((await run(machine, 'trust', '--revoke')).out).toBe('~/p/.git is trusted no more.');
    expect((await run(machine, 'trust', '--json')).code).toBe(1);
  });
});

test('permesso freeze and thaw', async () => {
  using machine = withProject('');
  expect((await run(machine, 'freeze', '--reason', 'lunch')).out).toBe(
    'Frozen: lunch. `permesso thaw` ends it.',
  );
  expect((await run(machine, 'rules')).out).toContain('frozen: lunch');
  expect((await run(machine, 'thaw')).out).toBe('Thawed. It was frozen: lunch.');
  expect((await run(machine, 'thaw')).out).toBe('Nothing was frozen.');
});

test('permesso schema', async () => {
  using machine = withProject('');
  expect(JSON.parse((await run(machine, 'schema')).out)).toEqual(policySchema());
});

test.each(commands.map((command) => [command.name, command] as const))(
  'permesso %s --help has an example',
  async (name, command) => {
    using machine = withProject('');
    const { out, code } = await run(machine, name, '--help');
    expect(code).toBe(0);
    expect(out).toContain(command.examples[0]?.[0]);
  },
);
