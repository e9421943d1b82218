import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answered, answeredNo, launchLine, steering, type Launch } from './launcher.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'permesso-launcher-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 20 }));
  return made;
}

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

interface Launching extends Partial<
  Pick<Launch, 'deadline' | 'failure' | 'hook' | 'node' | 'timeout' | 'without'>
> {
  readonly env?: Readonly<Record<string, string>>;
}

function launched(text: string, { env = {}, ...more }: Launching = {}): Ended {
  const hook = join(folder(), 'hook.mjs');
  writeFileSync(hook, text);
  const line = launchLine({
    node: process.execPath,
    hook,
    host: 'codex',
    deadline: 10,
    ...more,
  });
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', line], {
    env: { PATH: '/usr/bin:/bin', ...env },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { stdout, stderr, status };
}

const saysNo = `process.stdout.write('no'); process.exitCode = ${answered};`;

/** As a repository would bring it, in a `.env` file that an agent reads for its children. */
test('no variable of the agent loads a file into the hook', () => {
  const bribe = join(folder(), 'bribe.cjs');
  writeFileSync(bribe, `require('node:fs').writeSync(1, 'yes'); process.exit(${answered});`);
  const env = { NODE_OPTIONS: `--require=${bribe}` };
  expect(execBribed(env)).toBe('yes');
  expect(launched(saysNo, { env }).stdout).toBe('no');
});

/** The attack itself works. */
function execBribed(env: Readonly<Record<string, string>>): string {
  const file = join(folder(), 'plain.mjs');
  writeFileSync(file, '');
  return spawnSync(process.execPath, [file], { env, encoding: 'utf8' }).stdout;
}

test('nothing that steers node reaches it', () => {
  const names = JSON.stringify(steering);
  const tells = `process.stdout.write(JSON.stringify(${names}.filter((name) => name in process.env))); process.exitCode = ${answered};`;
  const env = Object.fromEntries(steering.map((name) => [name, '']));
  expect(launched(tells, { env }).stdout).toBe('[]');
});

test('what was not set when it was written is not set when it runs', () => {
  const tells = `process.stdout.write(String(process.env.XDG_CONFIG_HOME)); process.exitCode = ${answered};`;
  const env = { XDG_CONFIG_HOME: '/repository/fake' };
  expect(launched(tells, { env }).stdout).toBe('/repository/fake');
  expect(launched(tells, { env, without: ['XDG_CONFIG_HOME'] }).stdout).toBe('undefined');
});

// With a seed that everybody knows a call can fill one slot of a hash table.
test('hash tables have a known seed only where a call that hangs is ended, and denied', () => {
  const launch = { node: process.execPath, hook: '/a/hook.cjs', host: 'codex', deadline: 0 };
  expect(launchLine(launch)).not.toContain('rehash');
  expect(launchLine({ ...launch, timeout: '/usr/bin/timeout' })).toContain('--no-rehash-snapshot');
  expect(launched('for (;;);', { timeout: '/usr/bin/timeout', deadline: 0 }).status).toBe(2);
});

test('a no by exit code keeps its own reason, and a failure is called one', () => {
  const reason = `process.stderr.write('because\\n'); process.exitCode = ${answeredNo};`;
  expect(launched(reason)).toEqual({ stdout: '', stderr: 'because\n', status: 2 });
  const broken = launched('process.exitCode = 1;');
  expect([broken.stdout, broken.status]).toEqual(['', 2]);
  expect(broken.stderr).toContain('the permission hook failed');
});

test.each(['node', 'hook'] as const)(
  'a %s that is gone is named in one sentence, and how to repair it',
  (gone) => {
    const path = join(folder(), "it's $HOME");
    const sentence = `Permesso: ${path} is missing, so this call is denied. Run \`npx permesso init\` to repair the hook, or \`npx permesso uninstall\` to remove it.\n`;
    expect(launched(saysNo, { [gone]: path })).toEqual({ stdout: '', stderr: sentence, status: 2 });
    expect(launched(saysNo, { [gone]: path, failure: '{"cancel":true}' }).stdout).toBe('{"cancel":true}\n');
  },
);

test.each([0, 1, 2, answeredNo])(
  'a host that ignores the exit code is told in its words after %d',
  (code) => {
    expect(
      launched(`console.log('yes'); process.exitCode = ${code};`, { failure: '{"cancel":true}' }).stdout,
    ).toBe('{"cancel":true}\n');
  },
);
