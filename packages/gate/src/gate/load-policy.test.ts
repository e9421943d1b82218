import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeMachine, type Machine } from '../../test/policy-files/machine.ts';
import { loadPolicy, policyLoader, type LoadedPolicy } from './load-policy.ts';
import { PolicyError } from '@permesso/engine/policy';
import { trust } from './trust-policy.ts';
import { removeFreeze, writeFreeze } from '../disk/policy-freeze.ts';
import { findPlaces } from '../disk/policy-places.ts';

function load(machine: Machine, cwd = 'p'): LoadedPolicy {
  return loadPolicy({ ...machine.options, cwd: machine.path(cwd) });
}

/** `deny Read project 2`: verdict, rule, layer, line; a star where it does nothing. */
function rulesOf({ policy }: LoadedPolicy): readonly string[] {
  return policy.rules.map(({ verdict, text, origin }) =>
    [verdict, text, origin.layer, origin.line, ...(verdict === 'allow' && !origin.trusted ? ['*'] : [])].join(
      ' ',
    ),
  );
}

function errorOf(machine: Machine, cwd = 'p'): string {
  try {
    load(machine, cwd);
    return 'no error';
  } catch (error) {
    expect(error).toBeInstanceOf(PolicyError);
    return (error as Error).message.replaceAll(machine.home, '~');
  }
}

describe('the files of a machine', () => {
  test('make layers, the nearest to the person first', () => {
    using machine = makeMachine();
    machine.git('p', 'init', '-q');
    machine.write('etc/policy.d/20.yaml', 'deny: [B]');
    machine.write('etc/policy.d/10.yaml', 'deny: [A]\nrestrict: { modes: [default, plan] }');
    machine.write('.config/permesso/policy.yaml', 'mode: explore\nallow: [U]');
    machine.write('p/.permesso/policy.yaml', 'deny: [P]\nallow: [Q]');
    machine.write('p/.permesso/policy.local.yaml', 'allow: [L]');
    machine.write('p/packages/a/.permesso/policy.yaml', 'deny: [N]');
    const loaded = load(machine, 'p/packages/a/src');
    expect(rulesOf(loaded)).toEqual([
      'deny A managed 1',
      'deny B managed 1',
      'allow L local 1 *',
      'deny N project 1',
      'deny P project 1',
      'allow Q project 2 *',
      'allow U user 2',
    ]);
    expect(loaded.policy.mode).toBe('explore');
    expect(loaded.policy.restrictions.modes).toEqual(['default', 'explore']);
    expect(loaded.policy.rules.map(({ origin }) => origin.root.replace(machine.home, '~'))).toEqual([
      '/',
      '/',
      '~/p',
      '~/p/packages/a',
      '~/p',
      '~/p',
      '/',
    ]);
  });

  test('of a directory hold below a repository that was made inside it', () => {
    using machine = makeMachine();
    machine.git('p', 'init', '-q');
    machine.write('p/.permesso/policy.yaml', 'deny: [Bash]');
    machine.git('p/escape', 'init', '-q');
    expect(rulesOf(load(machine, 'p/escape'))).toEqual(['deny Bash project 1']);
  });

  test('hold where the session started and where the call is, also through a link', () => {
    using machine = makeMachine();
    machine.write('p/.permesso/policy.yaml', 'deny: [A]');
    machine.write('q/.permesso/policy.yaml', 'deny: [B]');
    symlinkSync(machine.path('q'), machine.path('p/out'));
    const options = { ...machine.options, cwd: machine.path('q'), project: machine.path('p') };
    expect(rulesOf(loadPolicy(options))).toEqual(['deny B project 1', 'deny A project 1']);
    expect(rulesOf(load(machine, 'p/out'))).toEqual(['deny B project 1', 'deny A project 1']);
  });

  test('and flags and named files come together', () => {
    using machine = makeMachine();
    machine.write('p/.permesso/policy.yaml', 'deny: [P]');
    machine.write('extra.yaml', 'ask: [E]');
    const options = { ...machine.options, cwd: machine.path('p') };
    const extra = { layers: [{ allow: ['F'] }], policyFiles: ['../extra.yaml'] };
    expect(rulesOf(loadPolicy({ ...options, ...extra }))).toEqual([
      'allow F flags ',
      'ask E flags 1',
      'deny P project 1',
    ]);
    expect(rulesOf(loadPolicy({ ...options, ...extra, files: false }))).toHaveLength(2);
  });

  test('give working directories as absolute paths', () => {
    using machine = makeMachine();
    machine.write('.config/permesso/policy.yaml', 'workingDirectories: [~/notes, /srv/x]');
    machine.write('p/.permesso/policy.yaml', 'workingDirectories: [../shared]');
    expect(load(machine).policy.workingDirectories).toEqual([machine.path('notes'), '/srv/x']);
    expect(load(machine).untrusted.map(({ loosens }) => loosens.map(({ text }) => text))).toEqual([
      ['in ../shared, as in the project'],
    ]);
  });

  test('say what a failure means: deny, unless all who speak say ask', () => {
    using machine = makeMachine();
    machine.write('p/x', '');
    expect(load(machine).failure).toBe('deny');
    machine.write('.config/permesso/policy.yaml', 'failure: ask');
    expect(load(machine).failure).toBe('ask');
    machine.write('etc/policy.d/a.yaml', 'failure: deny');
    expect(load(machine).failure).toBe('deny');
    machine.write('etc/policy.d/a.yaml', '');
    machine.write('.config/permesso/policy.yaml', '');
    machine.write('p/.permesso/policy.yaml', 'failure: ask');
    expect(load(machine).failure).toBe('deny');
  });
});

describe('what cannot be used stops the load', () => {
  const broken: readonly (readonly [file: string, text: string, message: string])[] = [
    [
      'p/.permesso/policy.yaml',
      'deny: [Bash(]',
      '~/p/.permesso/policy.yaml:1:13: error: deny[0]: the parenthesis is not closed (write Bash())',
    ],
    [
      'p/.permesso/policy.local.yaml',
      'denny: []',
      '~/p/.permesso/policy.local.yaml:1:1: error: there is no key `denny` here (did you mean `deny`?)',
    ],
    [
      '.config/permesso/policy.yaml',
      'use: [no-secretz]',
      '~/.config/permesso/policy.yaml:1:7: error: use[0]: there is no group or preset `no-secretz` (did you mean `no-secrets`?)',
    ],
    [
      'p/.permesso/policy.yaml',
      'restrict: { modes: [plan] }',
      '~/p/.permesso/policy.yaml:1:1: error: `restrict` does nothing here: only managed policies restrict others',
    ],
    [
      'p/.permesso/policy.yml',
      'deny: [x]',
      '~/p/.permesso/policy.yml:1:1: error: it cannot be used: policies are read from policy.yaml: rename it (JSON is YAML)',
    ],
    [
      '.config/permesso/policy.json',
      '{}',
      '~/.config/permesso/policy.json:1:1: error: it cannot be used: policies are read from policy.yaml: rename it (JSON is YAML)',
    ],
    [
      'etc/policy.d/a.txt',
      'deny: [x]',
      '~/etc/policy.d/a.txt:1:1: error: it cannot be used: a.txt is not read: name it .yaml, or move it away',
    ],
    [
      'p/.permesso/policy.yaml/x',
      '',
      '~/p/.permesso/policy.yaml:1:1: error: it cannot be used: it is not a file',
    ],
    [
      'p/.permesso/policy.yaml',
      '#'.repeat(1024 * 1024 + 1),
      '~/p/.permesso/policy.yaml:1:1: error: it cannot be used: it is longer than 1048576 bytes',
    ],
  ];

  test.each(broken)('%s', (file, text, message) => {
    using machine = makeMachine();
    machine.write('p/x', '');
    machine.write(file, text);
    expect(errorOf(machine)).toBe(message);
  });

  test('bytes that are no text, links in a circle, and a named file that is not there', () => {
    using machine = makeMachine();
    machine.write('p/.permesso/x', '');
    symlinkSync('policy.yaml', machine.path('p/.permesso/policy.yaml'));
    expect(errorOf(machine)).toContain('it cannot be used: ELOOP');
    rmSync(machine.path('p/.permesso/policy.yaml'));
    symlinkSync('nowhere', machine.path('p/.permesso/policy.yaml'));
    expect(errorOf(machine)).toContain('it cannot be used: it is a link to nothing');
    rmSync(machine.path('p/.permesso/policy.yaml'));
    const bytes = Buffer.from([0x64, 0xff, 0x0a]);
    machine.write('p/.permesso/policy.yaml', bytes as unknown as string);
    expect(errorOf(machine)).toContain('it cannot be used: it is not UTF-8');
    expect(() => loadPolicy({ ...machine.options, files: false, policyFiles: ['/nowhere.yaml'] })).toThrow(
      '/nowhere.yaml:1:1: error: it cannot be used: there is no such file',
    );
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be read', () => {
    using machine = makeMachine();
    const file = machine.write('p/.permesso/policy.yaml', 'deny: [x]');
    chmodSync(file, 0);
    expect(errorOf(machine)).toContain('it cannot be used: EACCES');
  });

  test('but a broken allow is left out and shown', () => {
    using machine = makeMachine();
    machine.write('.config/permesso/policy.yaml', 'allow: [Bash(, Read]');
    machine.write('p/x', '');
    const loaded = load(machine);
    expect(rulesOf(loaded)).toEqual(['allow Read user 1']);
    expect(loaded.problems).toMatchObject([{ severity: 'warning', line: 1, path: 'allow[0]' }]);
  });
});

describe('groups and presets', () => {
  test('count as if written where they are used, with their own file and line', () => {
    using machine = makeMachine();
    machine.write(
      '.config/permesso/policy.yaml',
      'use: [mine, ci, ci]\nmode: plan\ngroups:\n  mine:\n    deny: [M]',
    );
    machine.write('p/x', '');
    const loaded = load(machine);
    const rules = loaded.policy.rules.filter(({ text }) =>
      ['M', 'Effect(publish)', 'Read(~/.ssh/**)'].includes(text),
    );
    expect(
      rules.map(({ text, origin }) => [text, origin.layer, origin.file?.replace(machine.home, '~')]),
    ).toEqual([
      ['M', 'user', '~/.config/permesso/policy.yaml'],
      ['Effect(publish)', 'user', 'permesso/presets/ci.yaml'],
      ['Read(~/.ssh/**)', 'user', 'permesso/presets/groups.yaml'],
    ]);
    // The file's own mode is nearer than the preset's.
    expect(loaded.policy).toMatchObject({ mode: 'explore', unlisted: 'deny' });
  });

  test('that nobody uses, or that hide a shipped name, are shown', () => {
    using machine = makeMachine();
    machine.write(
      '.config/permesso/policy.yaml',
      'groups: { a: { deny: [x] }, no-secrets: {} }\nuse: [no-secrets]',
    );
    machine.write('p/x', '');
    expect(load(machine).problems.map(({ message }) => message)).toEqual([
      'the group `a` does nothing: `use` does not name it',
      'the group `no-secrets` hides a shipped one of that name',
    ]);
  });
});

describe('a change', () => {
  test('is seen by the next call; without one the policy is the same object', () => {
    using machine = makeMachine();
    const next = policyLoader({ ...machine.options, cwd: machine.path('p') });
    machine.write('p/x', '');
    const first = next();
    expect(next()).toBe(first);
    machine.write('p/.permesso/policy.yaml', 'deny: [A]');
    const second = next();
    expect(rulesOf(second)).toEqual(['deny A project 1']);
    expect(second.revision).not.toBe(first.revision);
    expect(next()).toBe(second);
    // The same size, in the same moment.
    machine.write('p/.permesso/policy.yaml', 'deny: [B]');
    expect(rulesOf(next())).toEqual(['deny B project 1']);
    machine.write('p/.permesso/policy.yaml', 'deny: [Bash(]');
    expect(() => next()).toThrow(PolicyError);
    rmSync(machine.path('p/.permesso'), { recursive: true, maxRetries: 20 });
    expect(rulesOf(next())).toEqual([]);
    expect(next().revision).toBe(first.revision);
  });

  test('of the freeze is seen too, and a flag that cannot be read is up', () => {
    using machine = makeMachine();
    const next = policyLoader({ ...machine.options, cwd: machine.home });
    const places = findPlaces(machine.options);
    expect(next().frozen).toBeUndefined();
    writeFreeze(places, { reason: 'stop' });
    expect(next().frozen).toBe('stop');
    machine.write('.local/state/permesso/freeze.json', '{');
    expect(next().frozen).toBe('frozen; the reason cannot be read');
    expect(removeFreeze(places)).toBe(true);
    expect(next().frozen).toBeUndefined();
    mkdirSync(join(places.state, 'freeze.json'));
    expect(next().frozen).toBe('frozen; the reason cannot be read: it is not a file');
  });
});

describe('worktrees', () => {
  function withWorktree(): Machine {
    const machine = makeMachine();
    machine.git('p', 'init', '-q');
    machine.write('p/.permesso/policy.yaml', 'allow: [Q]');
    machine.git('p', 'add', '.');
    machine.git('p', 'commit', '-q', '-m', 'a');
    machine.git('p', 'worktree', 'add', '-q', '../w');
    machine.write('p/.permesso/policy.local.yaml', 'allow: [L, Read(/x)]');
    return machine;
  }

  test('share trust and local rules; path rules start in the checkout', async () => {
    using machine = withWorktree();
    expect(rulesOf(load(machine, 'w'))).toEqual([
      'allow L local 1 *',
      'allow Read(/x) local 1 *',
      'allow Q project 1 *',
    ]);
    await trust(load(machine, 'p').untrusted, machine.options);
    const loaded = load(machine, 'w');
    expect(rulesOf(loaded)).toEqual(['allow L local 1', 'allow Read(/x) local 1', 'allow Q project 1']);
    expect(loaded.policy.rules.map(({ origin }) => origin.root)).toEqual(Array(3).fill(machine.path('w')));
  });

  test('that only claim to be one share nothing', async () => {
    using machine = withWorktree();
    await trust(load(machine, 'p').untrusted, machine.options);
    machine.write('evil/.permesso/policy.yaml', 'allow: [Q]');
    machine.write('evil/.git', `gitdir: ${machine.path('p/.git/worktrees/w')}\n`);
    expect(rulesOf(load(machine, 'evil'))).toEqual(['allow Q project 1 *']);
    expect(load(machine, 'evil').untrusted.map(({ project }) => project.id)).toEqual([machine.path('evil')]);
  });
});

describe('a local file', () => {
  /** Known to the person: something else of it was trusted. */
  async function knownProject(): Promise<Machine> {
    const machine = makeMachine();
    machine.git('p', 'init', '-q');
    machine.write('p/.permesso/policy.yaml', 'allow: [Q]');
    await trust(load(machine).untrusted, machine.options);
    machine.write('p/.permesso/policy.local.yaml', 'allow: [L]');
    return machine;
  }

  test("is the person's own where they know the project and git does not track it", async () => {
    using machine = await knownProject();
    expect(rulesOf(load(machine))).toEqual(['allow L local 1', 'allow Q project 1']);
    machine.write('p/.permesso/policy.local.yaml', 'allow: [L, M]');
    expect(rulesOf(load(machine))).toEqual(['allow L local 1', 'allow M local 1', 'allow Q project 1']);
  });

  test('that git tracks came with the repository', async () => {
    using machine = await knownProject();
    machine.git('p', 'add', '-f', '.');
    expect(rulesOf(load(machine))).toEqual(['allow L local 1 *', 'allow Q project 1']);
    machine.git('p', 'update-index', '--index-version', '4');
    expect(rulesOf(load(machine))).toEqual(['allow L local 1 *', 'allow Q project 1']);
  });

  test('in another case, through a link, or below a split index may have come with it', async () => {
    using machine = await knownProject();
    machine.git('p', 'add', '.permesso/policy.yaml');
    expect(rulesOf(load(machine))[0]).toBe('allow L local 1');
    machine.write('p/.Permesso/Policy.Local.yaml', 'allow: [L]');
    machine.git('p', 'add', '.Permesso');
    expect(rulesOf(load(machine))[0]).toBe('allow L local 1 *');
    machine.git('p', 'rm', '-q', '--cached', '.Permesso/Policy.Local.yaml');
    expect(rulesOf(load(machine))[0]).toBe('allow L local 1');
    machine.git('p', 'update-index', '--split-index');
    expect(rulesOf(load(machine))[0]).toBe('allow L local 1 *');
    machine.git('p', 'update-index', '--no-split-index');
    expect(rulesOf(load(machine))[0]).toBe('allow L local 1');
    renameSync(machine.path('p/.permesso'), machine.path('p/config'));
    symlinkSync('config', machine.path('p/.permesso'));
    expect(rulesOf(load(machine))[0]).toBe('allow L local 1 *');
  });

  test('of another repository at the same place is not known', async () => {
    using machine = await knownProject();
    renameSync(machine.path('p/.git'), machine.path('old'));
    machine.git('p', 'init', '-q');
    expect(rulesOf(load(machine))).toEqual(['allow L local 1 *', 'allow Q project 1 *']);
  });

  test('without a repository waits for a yes to its content', async () => {
    using machine = makeMachine();
    machine.write('p/.permesso/policy.local.yaml', 'allow: [L]');
    await trust(load(machine).untrusted, machine.options);
    expect(rulesOf(load(machine))).toEqual(['allow L local 1']);
    machine.write('p/.permesso/policy.local.yaml', 'allow: [L, M]');
    expect(rulesOf(load(machine))).toEqual(['allow L local 1', 'allow M local 1 *']);
  });
});
