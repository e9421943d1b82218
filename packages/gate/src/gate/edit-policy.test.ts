import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeMachine } from '../../test/policy-files/machine.ts';
import { addRule, EditError } from './edit-policy.ts';
import { loadPolicy } from './load-policy.ts';

const edit = { verdict: 'allow', rule: 'Bash(make:*)' } as const;

function untracked(cwd: string): string {
  return execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd, encoding: 'utf8' });
}

describe('an edit', () => {
  test('keeps the mode of the file, and a link to it', async () => {
    using machine = makeMachine();
    const file = machine.write('dotfiles/policy.yaml', '# mine\n');
    chmodSync(file, 0o640);
    mkdirSync(machine.path('.config/permesso'), { recursive: true });
    symlinkSync(file, machine.path('.config/permesso/policy.yaml'));
    await addRule(edit, { ...machine.options, cwd: machine.home, to: 'user' });
    expect(readFileSync(file, 'utf8')).toBe('# mine\nallow:\n  - Bash(make:*)\n');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(lstatSync(machine.path('.config/permesso/policy.yaml')).isSymbolicLink()).toBe(true);
  });

  test.each([
    ['project', 0o644],
    ['local', 0o600],
    ['user', 0o600],
  ] as const)('makes a new %s file with its own mode, whatever the umask', async (to, mode) => {
    using machine = makeMachine();
    machine.write('p/x', '');
    const before = process.umask(0o077);
    try {
      const { file } = await addRule(edit, { ...machine.options, cwd: machine.path('p'), to });
      expect(statSync(file).mode & 0o777).toBe(mode);
    } finally {
      process.umask(before);
    }
  });

  test('goes to the nearest policy of the repository, else to its top', async () => {
    using machine = makeMachine();
    machine.git('p', 'init', '-q');
    machine.write('p/a/b/x', '');
    const options = { ...machine.options, cwd: machine.path('p/a/b'), to: 'project' } as const;
    expect((await addRule(edit, options)).file).toBe(machine.path('p/.permesso/policy.yaml'));
    machine.write('p/a/.permesso/policy.yaml', '');
    expect((await addRule(edit, options)).file).toBe(machine.path('p/a/.permesso/policy.yaml'));
  });

  test('of what is local goes to the main worktree', async () => {
    using machine = makeMachine();
    machine.git('p', 'init', '-q');
    machine.git('p', 'commit', '-q', '--allow-empty', '-m', 'a');
    machine.git('p', 'worktree', 'add', '-q', '../w');
    const { file } = await addRule(edit, { ...machine.options, cwd: machine.path('w'), to: 'local' });
    expect(file).toBe(machine.path('p/.permesso/policy.local.yaml'));
    const loaded = loadPolicy({ ...machine.options, cwd: machine.path('w') });
    expect(loaded.policy.rules).toMatchObject([
      { text: 'Bash(make:*)', origin: { trusted: true, root: machine.path('w') } },
    ]);
  });

  test.each(['p', 'w', 'p/a'])('of what is local is not seen by git, from %s', async (from) => {
    using machine = makeMachine();
    machine.git('p', 'init', '-q');
    machine.git('p', 'commit', '-q', '--allow-empty', '-m', 'a');
    machine.git('p', 'worktree', 'add', '-q', '../w');
    mkdirSync(machine.path('p/a'));
    await addRule(edit, { ...machine.options, cwd: machine.path(from), to: 'local' });
    await addRule(edit, { ...machine.options, cwd: machine.path(from), to: 'local' });
    for (const checkout of ['p', 'w']) expect(untracked(machine.path(checkout))).toBe('');
    const exclude = readFileSync(machine.path('p/.git/info/exclude'), 'utf8');
    expect(exclude.match(/policy\.local\.yaml/g)).toHaveLength(1);
  });

  test('adds to a .gitignore that is there', async () => {
    using machine = makeMachine();
    machine.write('p/.permesso/.gitignore', 'mine\npolicy.local.yaml');
    await addRule(edit, { ...machine.options, cwd: machine.path('p'), to: 'local' });
    expect(readFileSync(machine.path('p/.permesso/.gitignore'), 'utf8')).toBe(
      'mine\npolicy.local.yaml\n*.lock\n.*.new-*\n',
    );
  });

  test('of a broken file or with a broken rule is refused, and changes nothing', async () => {
    using machine = makeMachine();
    const file = machine.write('p/.permesso/policy.yaml', 'denny: []');
    const options = { ...machine.options, cwd: machine.path('p'), to: 'project' } as const;
    await expect(addRule(edit, options)).rejects.toThrow(EditError);
    await expect(addRule({ verdict: 'deny', rule: 'Bash(' }, options)).rejects.toThrow(
      'the parenthesis is not closed',
    );
    expect(readFileSync(file, 'utf8')).toBe('denny: []');
    writeFileSync(file, Buffer.from([0xff]));
    await expect(addRule(edit, options)).rejects.toThrow('it is not UTF-8');
  });
});
