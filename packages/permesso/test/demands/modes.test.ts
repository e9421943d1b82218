import { type Check, defineTool } from '@permesso/engine/facts';
import { modes } from '@permesso/engine/policy';
import { describe, expect, test } from 'vitest';
import { bash, file, gateWith, otherThan, verdictOf } from './verdicts.ts';

const readOnly = {
  git: [
    'git status',
    'git log',
    'git diff',
    'git show',
    'git branch',
    'git blame a.ts',
    'git grep x',
    'git reflog',
    'git config --list',
  ],
  files: [
    'ls',
    'cat a.txt',
    'head a.txt',
    'tail a.txt',
    'grep x a.txt',
    'rg x',
    'find .',
    'tree',
    'stat a.txt',
    'wc a.txt',
    'pwd',
    'which node',
  ],
  docker: ['docker ps', 'docker images', 'docker logs a', 'docker inspect a', 'docker info'],
  github: ['gh repo view', 'gh issue list', 'gh pr list', 'gh status'],
  packages: ['npm list', 'pip list', 'pip show a', 'node --version', 'python --version'],
};
const all = Object.values(readOnly).flat();

const dangerous = {
  shell: ['.bashrc', '.zshrc', '.bash_profile', '.profile'].map((name) => `/home/u/${name}`),
  git: ['/home/u/.gitconfig', '/w/.gitmodules'],
  ssh: ['config', 'authorized_keys', 'id_rsa', 'id_ed25519'].map((name) => `/home/u/.ssh/${name}`),
  credentials: ['/w/.env', '/w/.env.local', '/home/u/.npmrc', '/home/u/.pypirc', '/home/u/.aws/credentials'],
  directories: ['/w/.git/x', '/home/u/.ssh/x', '/w/.vscode/x', '/home/u/.aws/x', '/home/u/.kube/x'],
};
const everyAllow = { allow: ['Bash', 'Read', 'Write', 'Edit'], workingDirectories: ['/w', '/home/u'] };

/** A tool of an app with an opinion of its own. */
const deciding = (check: Check): ReturnType<typeof defineTool> =>
  defineTool({ name: 'deploy', check: () => check });
const deploy = { tool: 'deploy', input: { target: 'prod-1' } };
const byMode = (policy: object, check: Check): readonly string[] =>
  modes.map((mode) => verdictOf(deploy, policy, { mode, tools: [deciding(check)] }));
const safety: Check = { outcome: 'safety', code: 'production', reason: 'production' };

describe('read-only commands', () => {
  test.each([
    ['git commands that only read run without a rule, in every mode', readOnly.git],
    ['commands that only look at files run without a rule, in every mode', readOnly.files],
    ['Docker commands that only read run without a rule, in every mode', readOnly.docker],
    ['GitHub CLI commands that only read run without a rule, in every mode', readOnly.github],
    ['package managers that only list run without a rule, in every mode', readOnly.packages],
  ])('%s', (_name, commands) => {
    for (const mode of modes) expect([mode, otherThan('allow', commands, { mode })]).toEqual([mode, []]);
  });

  test('a compound command is read-only only if each of its parts is', () => {
    expect(otherThan('allow', ['ls && pwd', 'ls | wc', 'ls; git status', 'ls || pwd'])).toEqual([]);
    expect(otherThan('ask', ['ls && rm a', 'ls | sh', 'ls; touch a', 'ls || make'])).toEqual([]);
  });

  test('a command whose output goes into a file is not read-only', () => {
    expect(
      otherThan(
        'ask',
        all.flatMap((command) => [`${command} > out.txt`, `${command} >> out.txt`]),
      ),
    ).toEqual([]);
    expect(verdictOf('ls 2>/dev/null')).toBe('allow');
  });
});

describe('dangerous paths', () => {
  test.each([
    ['writing a start-up file of a shell asks, whatever is allowed', dangerous.shell],
    ['writing a configuration of git asks, whatever is allowed', dangerous.git],
    ['writing what SSH trusts or keeps secret asks, whatever is allowed', dangerous.ssh],
    ['writing a file of credentials asks, whatever is allowed', dangerous.credentials],
    ['writing into a protected directory asks, whatever is allowed', dangerous.directories],
  ])('%s', (_name, paths) => {
    const calls = paths.flatMap((path) => [file('Write', path), file('Edit', path), `echo x > ${path}`]);
    expect(otherThan('ask', calls, everyAllow)).toEqual([]);
    expect(otherThan('ask', calls, { ...everyAllow, mode: 'acceptEdits' })).toEqual([]);
    expect(otherThan('deny', calls, { ...everyAllow, mode: 'dontAsk' })).toEqual([]);
    expect(otherThan('allow', calls, { ...everyAllow, mode: 'bypass' })).toEqual([]);
  });

  test("an agent's own settings ask in bypass too", () => {
    const calls = [file('Write', '/home/u/.claude/settings.json'), 'rm -rf /home/u/.claude'];
    expect(otherThan('ask', calls, { ...everyAllow, mode: 'bypass' })).toEqual([]);
  });

  test('bypass protects a path where a deny rule names it', () => {
    const policy = { deny: ['Write(**/.bashrc)', 'Write(**/.ssh/**)'] };
    const calls = [file('Write', '/home/u/.bashrc'), file('Write', '/home/u/.ssh/x'), 'echo x > ~/.bashrc'];
    expect(otherThan('deny', calls, { ...policy, mode: 'bypass' })).toEqual([]);
  });
});

describe('modes', () => {
  test('default asks about everything that neither a rule nor a read-only command settles', () => {
    const calls = [
      'make',
      file('Write', '/w/a'),
      { tool: 'WebFetch', input: { url: 'https://a.test' } },
      deploy,
    ];
    expect(otherThan('ask', calls)).toEqual([]);
  });

  test('in default reading and searching tools ask without a rule', () => {
    const calls = [
      file('Read', '/w/a'),
      { tool: 'Glob', input: { pattern: '*' } },
      { tool: 'Grep', input: { pattern: 'x' } },
    ];
    expect(otherThan('ask', calls)).toEqual([]);
    expect(otherThan('allow', calls, { allow: ['Read', 'Glob', 'Grep'] })).toEqual([]);
  });

  test('acceptEdits lets file tools work in the working directories, and nowhere else', () => {
    const policy = { mode: 'acceptEdits', workingDirectories: ['/w'] } as const;
    expect(otherThan('allow', [file('Write', '/w/a'), file('Edit', '/w/b/c')], policy)).toEqual([]);
    expect(otherThan('ask', [file('Write', '/x/a'), file('Edit', '/w/../x/a')], policy)).toEqual([]);
  });

  test('acceptEdits lets file commands run whose every target is in a working directory', () => {
    const policy = { mode: 'acceptEdits', workingDirectories: ['/w'] } as const;
    const inside = ['mkdir a', 'touch a', 'rm a', 'cp a b', 'mv a b', 'sed -i s/a/b/ a'];
    expect(otherThan('allow', inside, policy)).toEqual([]);
    const outside = ['mkdir /x/a', 'touch a /x/a', 'rm /x/a', 'cp a /x/b', 'mv /x/a b', 'sed -i s/a/b/ /x/a'];
    expect(otherThan('ask', outside, policy)).toEqual([]);
  });

  test('explore runs read-only tools and commands, and denies every change', () => {
    const given = { mode: 'explore' } as const;
    expect(otherThan('allow', [file('Read', '/w/a'), ...all], { ...given })).toEqual([]);
    const changes = [file('Write', '/w/a'), file('Edit', '/w/a'), 'touch a', 'make', 'ls > a'];
    expect(otherThan('deny', changes, { ...everyAllow, ...given })).toEqual([]);
  });

  test('in explore deny and ask rules come before what is read-only', () => {
    const given = { mode: 'explore' } as const;
    expect(verdictOf('ls', { deny: ['Bash(ls:*)'] }, given)).toBe('deny');
    expect(verdictOf('ls', { ask: ['Bash(ls:*)'] }, given)).toBe('ask');
  });

  test('bypass runs everything but what rules deny or ask about and what the tool denies', () => {
    const given = { mode: 'bypass' } as const;
    const policy = { deny: ['Bash(curl:*)'], ask: ['Bash(git push:*)'] };
    expect(
      otherThan('allow', ['make', 'rm a', file('Write', '/home/u/.bashrc')], { ...policy, ...given }),
    ).toEqual([]);
    expect([verdictOf('curl x', policy, given), verdictOf('git push', policy, given)]).toEqual([
      'deny',
      'ask',
    ]);
    const tools = [deciding({ outcome: 'deny', reason: 'never' })];
    expect(verdictOf(deploy, {}, { mode: 'bypass', tools })).toBe('deny');
  });

  test('dontAsk denies whatever would be asked about', () => {
    const given = { mode: 'dontAsk' } as const;
    const policy = { allow: ['Bash(npm run:*)'], ask: ['Bash(git push:*)'] };
    expect(
      otherThan('deny', ['make', 'git push', 'rm -rf /', file('Write', '/w/a')], { ...policy, ...given }),
    ).toEqual([]);
    expect(otherThan('allow', ['npm run build', 'ls'], { ...policy, ...given })).toEqual([]);
  });

  test('a deny rule holds in every mode', () => {
    for (const mode of modes)
      expect([
        mode,
        verdictOf('git push', { allow: ['Bash'], deny: ['Bash(git push:*)'] }, { mode }),
      ]).toEqual([mode, 'deny']);
  });

  test('an ask rule holds in every mode, and is a deny where nobody is asked', () => {
    const verdicts = modes.map((mode) =>
      verdictOf('git push', { allow: ['Bash'], ask: ['Bash(git push:*)'] }, { mode }),
    );
    expect(verdicts).toEqual(modes.map((mode) => (mode === 'dontAsk' ? 'deny' : 'ask')));
  });

  test('the mode is set with the policy', () => {
    expect(verdictOf(file('Write', '/w/a'), { mode: 'explore' })).toBe('deny');
    expect(verdictOf(file('Write', '/w/a'), { mode: 'DONT_ASK' })).toBe('deny');
  });

  test('the mode changes while the agent runs, from the next call on', async () => {
    const gate = gateWith({});
    expect((await gate.check(file('Write', '/w/a'))).verdict).toBe('ask');
    gate.setMode('explore');
    expect((await gate.check(file('Write', '/w/a'))).verdict).toBe('deny');
  });
});

describe("a tool's own check", () => {
  test('a tool that allows a call lets it run without a rule', () => {
    expect(verdictOf(deploy, {}, { tools: [deciding({ outcome: 'allow', reason: 'harmless' })] })).toBe(
      'allow',
    );
  });

  test('a tool that denies a call is final, whatever is allowed', () => {
    expect(byMode({ allow: ['deploy'] }, { outcome: 'deny', reason: 'never' })).toEqual(
      modes.map(() => 'deny'),
    );
  });

  test('a tool without an opinion leaves the call to rules and mode', () => {
    const tools = [deciding({ outcome: 'pass' })];
    expect([verdictOf(deploy, {}, { tools }), verdictOf(deploy, { allow: ['deploy'] }, { tools })]).toEqual([
      'ask',
      'allow',
    ]);
  });

  test('a question of the tool is answered by an allow rule, and skipped by bypass', () => {
    const check: Check = { outcome: 'ask', reason: 'large' };
    expect(byMode({}, check)).toEqual(['ask', 'ask', 'deny', 'allow', 'deny']);
    expect(verdictOf(deploy, { allow: ['deploy'] }, { tools: [deciding(check)] })).toBe('allow');
  });

  test('no allow rule silences a safety question in default and acceptEdits', () => {
    expect(byMode({ allow: ['deploy'] }, safety).slice(0, 2)).toEqual(['ask', 'ask']);
  });

  test('in dontAsk a safety question is a deny', () => {
    expect(byMode({ allow: ['deploy'] }, safety)[4]).toBe('deny');
  });

  test('bypass skips safety questions', () => {
    expect(byMode({}, safety)[3]).toBe('allow');
  });

  test('in explore the check is not consulted: what is read-only is final', () => {
    const looking = defineTool({ name: 'deploy', readOnly: () => true, check: () => safety });
    expect(verdictOf(deploy, {}, { mode: 'explore', tools: [looking] })).toBe('allow');
    expect(byMode({ allow: ['deploy'] }, safety)[2]).toBe('deny');
  });

  test('a tool says for each call whether it is read-only', () => {
    const tool = defineTool({ name: 'vm', readOnly: ({ operation }) => operation === 'list' });
    const call = (operation: string): string =>
      verdictOf({ tool: 'vm', input: { operation } }, {}, { mode: 'explore', tools: [tool] });
    expect([call('list'), call('start')]).toEqual(['allow', 'deny']);
  });

  test('a check sees the arguments and the machine', () => {
    const seen: unknown[] = [];
    const tool = defineTool({
      name: 'deploy',
      check: (input, { cwd }) => {
        seen.push([input, cwd]);
        return { outcome: 'pass' };
      },
    });
    verdictOf(deploy, {}, { tools: [tool] });
    expect(seen[0]).toEqual([deploy.input, '/w']);
  });

  test('a tool says what its rules are compared with', () => {
    const tool = defineTool({ name: 'deploy', subject: ({ target }) => String(target) });
    const policy = { allow: ['deploy(staging-*)'] };
    const call = (target: string): string =>
      verdictOf({ tool: 'deploy', input: { target } }, policy, { tools: [tool] });
    expect([call('staging-1'), call('prod-1')]).toEqual(['allow', 'ask']);
  });
});

describe('recipes', () => {
  test('exploring: everything may be looked at, nothing changed', () => {
    expect(verdictOf('cat a.ts', { mode: 'explore' })).toBe('allow');
    expect(verdictOf('touch a.ts', { mode: 'explore' })).toBe('deny');
  });

  test('unattended: what is listed runs, everything else is denied without a prompt', () => {
    const policy = { mode: 'dontAsk', allow: ['Bash(npm run:*)', 'Bash(git commit:*)'] } as const;
    expect(otherThan('allow', ['npm run build', 'git commit -m x'], policy)).toEqual([]);
    expect(otherThan('deny', ['rm -rf /', 'echo x > ~/.bashrc', 'make'], policy)).toEqual([]);
  });

  test('bypass with guardrails: everything runs but the listed commands and paths', () => {
    const policy = {
      mode: 'bypass',
      deny: ['Bash(rm:*)', 'Bash(git push:*)', 'Write(**/.bashrc)', 'Write(**/.ssh/**)'],
    } as const;
    expect(otherThan('deny', ['rm a', 'git push', file('Write', '/home/u/.bashrc')], policy)).toEqual([]);
    expect(otherThan('allow', ['make', file('Write', '/w/a'), bash('curl x')], policy)).toEqual([]);
  });
});
