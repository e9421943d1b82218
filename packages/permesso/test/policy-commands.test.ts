import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diff } from '../src/cli/commands/diff.ts';
import { explain } from '../src/cli/commands/explain.ts';
import { lint } from '../src/cli/commands/lint.ts';
import { runCommandLine } from '../src/cli/run-command.ts';
import { test as testCommand } from '../src/cli/commands/test.ts';
import { watchBeside } from '../src/cli/test/test-watch.ts';

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'permesso-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true, maxRetries: 20 });
});

function write(name: string, text: string): void {
  mkdirSync(join(directory, name, '..'), { recursive: true });
  writeFileSync(join(directory, name), text);
}

async function run(...args: readonly string[]): Promise<{ code: number; printed: string }> {
  const lines: string[] = [];
  const print = (text: string): void => {
    lines.push(text);
  };
  const code = await runCommandLine([...args, '--cwd', directory], [explain, lint, testCommand, diff], {
    print,
    complain: print,
    width: 80,
  });
  return { code, printed: lines.join('\n') };
}

async function json(...args: readonly string[]): Promise<{ code: number; data: Record<string, unknown> }> {
  const { code, printed } = await run(...args, '--json');
  return { code, data: JSON.parse(printed) as Record<string, unknown> };
}

describe('explain', () => {
  test.each([
    ['git push', 1, 'yes  ask    Bash(git push:*)'],
    ['Read(src/a.ts)', 0, 'yes  allow  Read(src/**)'],
    ['mcp__a__b({"x":1})', 1, '-    allow  Read(src/**)      the rule is about reading files'],
  ])('%s', async (call, exit, row) => {
    const { code, printed } = await run(
      'explain',
      '--no-files',
      '--ask',
      'Bash(git push:*)',
      '--allow',
      'Read(src/**)',
      call,
    );
    expect(code).toBe(exit);
    expect(printed).toContain(row);
    expect(printed.split('\n').filter((line) => line.length > 80 && !line.includes(directory))).toEqual([]);
  });

  test('speaks of the agent that calls', async () => {
    write('p.yaml', 'deny:\n  - rule: Bash\n    agents: [helper]\n');
    const asked = ['explain', '--no-files', '--policy', join(directory, 'p.yaml'), 'make'];
    expect((await run(...asked)).printed).toContain('it names other agents');
    expect((await run(...asked, '--agent', 'helper')).code).toBe(2);
    expect((await run(...asked, '--agent', 'sub', '--agent', 'helper')).code).toBe(2);
  });

  test('many rules that do not match are counted, not listed, unless asked for', async () => {
    const rules = Array.from({ length: 40 }, (_, at) => ['--allow', `Bash(tool${at})`]).flat();
    expect((await run('explain', '--no-files', ...rules, 'make')).printed).toContain(
      'rules that do not match: 22',
    );
    expect((await run('explain', '--no-files', '--all', ...rules, 'make')).printed).toContain('Bash(tool39)');
  });

  test.each([[[]], [['a', 'b']], [['--tool', 'Read', '[]']], [['--tool', 'Read', 'x']]])(
    '%j is wrong use',
    async (args) => {
      const { code } = await run('explain', '--no-files', ...args);
      expect(code).toBe(64);
    },
  );
});

describe('lint', () => {
  test('says where, what and how bad, and removes only what is surely useless', async () => {
    write(
      'p.yaml',
      `# Mine.
allow:
  - Bash(npm ci)
  - Bash(npm ci) # twice
  - { rule: Bash(make x), expires: 2020-01-01 }
  - {rule: Bash(npm ci), why: for the build}
deny: [Bash(rm:*), Bash(rm:*)]
`,
    );
    const { code, data } = await json('lint', 'p.yaml');
    expect(code).toBe(1);
    expect(data['findings']).toMatchObject([
      { code: 'duplicate', file: 'p.yaml', line: 4, column: 5, removable: true, by: { line: 3 } },
      { code: 'expired', line: 5, removable: true },
      { code: 'duplicate', line: 6, removable: false },
      { code: 'duplicate', line: 7, removable: true },
    ]);
    const fixed = await run('lint', '--fix', 'p.yaml');
    expect(fixed.code).toBe(1);
    expect(fixed.printed).toContain('removed  p.yaml:4:5  allow Bash(npm ci) (duplicate)');
    expect(readFileSync(join(directory, 'p.yaml'), 'utf8')).toBe(
      `# Mine.
allow:
  - Bash(npm ci)
  - {rule: Bash(npm ci), why: for the build}
deny: [Bash(rm:*)]
`,
    );
  });

  test('a file that cannot be used is a finding', async () => {
    write('p.yaml', 'deny:\n  - Bash(\n');
    const { code, data } = await json('lint', 'p.yaml');
    expect(code).toBe(1);
    expect(data['findings']).toMatchObject([{ severity: 'error', code: 'file', line: 2 }]);
    expect((await run('lint', 'nothing.yaml')).code).toBe(64);
  });

  test('an allow that comes too late, or that nothing meets, is found by trying it out', async () => {
    write(
      'p.yaml',
      'allow:\n  - Read(~/.ssh/**)\n  - Bash(find * -delete)\n  - Grep(src/a.ts)\n  - Write(src/**)\n',
    );
    const { data } = await json('lint', 'p.yaml');
    expect(data['findings']).toMatchObject([
      { code: 'unmatched', line: 2 },
      { code: 'unmatched', line: 3 },
      { code: 'unmatched', line: 4 },
    ]);
  });

  test('a secret is not repeated', async () => {
    write('p.yaml', `deny:\n  - 'Bash(curl -H "Authorization: Bearer abcdefghijklmnop123456":*)'\n`);
    const { code, printed } = await run('lint', 'p.yaml');
    expect(code).toBe(1);
    expect(printed).toContain('error  secret');
    expect(printed).not.toContain('abcdefghijklmnop');
  });

  test('no problems is a success', async () => {
    write('p.yaml', 'allow: [Read]\n');
    expect(await run('lint', 'p.yaml')).toEqual({ code: 0, printed: 'No problems found.' });
  });
});

describe('test', () => {
  const policy = `allow:
  - Bash(npm run *)
deny:
  - Read(**/.env*)
tests:
  - call: Bash(npm run x)
    expect: allow
    because: Bash(npm run:*)
  - call: { tool: Bash, input: { command: cat .env } }
    expect: deny
`;

  test('cases that pass, with the rules that none exercises', async () => {
    write(
      '.permesso/policy.yaml',
      `${policy}  - { call: mcp__a__b, expect: deny, mode: dontAsk }\nask: [Bash(make:*)]\n`,
    );
    const { code, data } = await json('test', '.permesso/policy.yaml');
    expect(code).toBe(0);
    expect(data).toMatchObject({
      passed: 3,
      failed: 0,
      coverage: [{ rules: 3, exercised: 2, untouched: [{ verdict: 'ask', rule: 'Bash(make:*)' }] }],
    });
  });

  test('cases beside the policy; what fails is shown with its receipt, and in JUnit', async () => {
    write('.permesso/policy.yaml', policy);
    write(
      '.permesso/more.test.yaml',
      `tests:
  - { call: Read(.env), expect: allow }
  - { call: Bash(npm run x), expect: allow, because: Bash }
  - { call: "Bash(", expect: allow }
  - { call: 'Bash(echo "<&>")', expect: deny }
`,
    );
    const { code, printed } = await run('test', '.permesso/policy.yaml', '--junit', 'out.xml');
    expect(code).toBe(1);
    expect(printed).toContain('Read(.env): expected allow, got deny');
    expect(printed.replaceAll(/\s+/g, ' ')).toContain(
      'expected allow because of Bash, but Bash(npm run *) made it so',
    );
    expect(printed).toContain('6 tests: 2 passed, 4 failed');
    const xml = readFileSync(join(directory, 'out.xml'), 'utf8');
    expect(xml).toContain('<testsuite name=".permesso/more.test.yaml" tests="4" failures="3" errors="1">');
    expect(xml).toContain('Bash(echo &quot;&lt;&amp;&gt;&quot;)');
    expect(await run('test', '.permesso/more.test.yaml')).toMatchObject({ code: 1 });
  });

  test('a test file that is not a test file, and no cases at all', async () => {
    write('.permesso/policy.yaml', 'allow: [Read]\n');
    expect((await run('test', '.permesso/policy.yaml')).code).toBe(2);
    write('.permesso/x.test.yaml', 'allow: [Bash]\ntests: []\n');
    const { code, printed } = await run('test', '.permesso/policy.yaml');
    expect(code).toBe(1);
    expect(printed).toContain('a test file holds `tests` and nothing else');
    write('alone.test.yaml', 'tests: []\n');
    expect((await run('test', 'alone.test.yaml')).code).toBe(64);
  });

  test('a change is seen once for a burst, until it is told to stop', async () => {
    write('policy.yaml', policy);
    const stop = new AbortController();
    let changes = 0;
    const first = new Promise<void>((resolve) => {
      void watchBeside([join(directory, 'policy.yaml')], {
        signal: stop.signal,
        onChange: () => {
          changes++;
          resolve();
        },
      });
    });
    for (let times = 0; times < 5; times++) write('policy.yaml', `${policy}# ${times}\n`);
    write('other.txt', 'not a policy');
    await first;
    stop.abort();
    expect(changes).toBe(1);
  });
});

describe('diff', () => {
  test('what becomes looser comes first, with calls that show it', async () => {
    write('old.yaml', 'deny: [Bash(rm:*)]\nallow: [Bash(npm ci)]\n');
    write(
      'new.yaml',
      'allow: [Bash(npm ci), Bash(npm run *), "Bash(npm run build)"]\nask: [Bash(make:*)]\nmode: acceptEdits\nfailure: ask\n',
    );
    const { code, data } = await json('diff', 'old.yaml', 'new.yaml');
    expect(code).toBe(1);
    expect(data['changes']).toMatchObject([
      { what: 'failure', direction: 'looser' },
      {
        what: 'rule',
        action: 'removed',
        direction: 'looser',
        rule: 'Bash(rm:*)',
        examples: [{ before: 'deny' }, {}, {}],
      },
      { what: 'rule', action: 'added', direction: 'looser', rule: 'Bash(npm run *)' },
      { what: 'rule', action: 'added', direction: 'looser', rule: 'Bash(npm run build)' },
      { what: 'mode', direction: 'looser' },
      { what: 'rule', action: 'added', direction: 'stricter', rule: 'Bash(make:*)' },
    ]);
    const { printed } = await run('diff', 'old.yaml', 'new.yaml');
    expect(printed).toContain('- deny Bash(rm:*) (old.yaml:1)');
    expect(printed.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('what another rule did already is no difference, and stricter is a success', async () => {
    write('old.yaml', 'allow: [Bash(git:*)]\n');
    write('new.yaml', 'allow: [Bash(git:*), "Bash(git push:*)"]\ndeny: [Bash(rm:*)]\n');
    const { code, printed } = await run('diff', 'old.yaml', 'new.yaml');
    expect(code).toBe(0);
    expect(printed).toContain('allow Bash(git:*) did the same before');
    expect(await run('diff', 'old.yaml', 'old.yaml')).toMatchObject({ code: 0 });
  });

  test('calls of a corpus are tried as well', async () => {
    write('old.yaml', '');
    write('new.yaml', 'allow: [Bash(make release)]\n');
    write(
      'corpus.jsonl',
      `${JSON.stringify({
        id: 'a',
        category: 'x',
        mode: 'default',
        rules: { allow: [], ask: [], deny: [] },
        workingDirectories: ['/w'],
        cwd: '/w',
        call: { tool: 'Bash', input: { command: 'make release' } },
        expect: 'ask',
        acceptable: [],
        severity: 'bypass',
        why: '',
        source: '',
      })}\n`,
    );
    const without = await json('diff', 'old.yaml', 'new.yaml');
    const tried = await json('diff', 'old.yaml', 'new.yaml', '--corpus', 'corpus.jsonl');
    expect(Number(tried.data['looser'])).toBe(Number(without.data['looser']) + 1);
  });

  test.each([[[]], [['old.yaml']], [['a', 'b', 'c']], [['old.yaml', 'old.yaml', '--mode', 'x']]])(
    '%j is wrong use',
    async (args) => {
      write('old.yaml', '');
      expect((await run('diff', ...args)).code).toBe(64);
    },
  );
});
