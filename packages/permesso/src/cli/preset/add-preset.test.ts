import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CommandInput, Output } from '../command.ts';
import { addPreset } from './add-preset.ts';
import { readPresetSource } from './preset-source.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'permesso-add-'));
  mkdirSync(join(folder, 'project'));
  vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

const policyFile = (): string => join(folder, 'config/permesso/policy.yaml');

interface Said {
  readonly code: number;
  readonly printed: string;
  readonly asked: readonly string[];
}

/** Without an answer nobody is at the terminal. */
async function add(
  text: string,
  { answer, flags = [] }: { answer?: string; flags?: readonly string[] } = {},
): Promise<Said> {
  writeFileSync(join(folder, 'project/acme.yaml'), text);
  const printed: string[] = [];
  const asked: string[] = [];
  const out: Output = {
    print: (line) => printed.push(line),
    complain: (line) => printed.push(line),
    width: 80,
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(answer);
    },
  };
  const given: CommandInput = {
    operands: [],
    flag: (name) => flags.includes(name),
    value: (name) => (name === 'cwd' ? join(folder, 'project') : undefined),
    values: () => [],
  };
  const code = await addPreset('acme.yaml', given, out);
  return { code, printed: printed.join('\n'), asked };
}

const loose = 'allow: ["Bash(npm publish:*)"]\ntests:\n  - { call: Bash(npm publish), expect: allow }\n';
const strict = 'deny: ["Bash(npm publish:*)"]\n';

describe('preset add', () => {
  test('asks before anything becomes looser, and shows digest, tests and change', async () => {
    const { code, printed, asked } = await add(loose, { answer: 'y' });
    expect(code).toBe(0);
    expect(asked).toHaveLength(1);
    expect(printed).toMatch(/sha256 [0-9a-f]{64}\n1 of its tests pass/u);
    expect(printed).toContain('npm publish');
    expect(readFileSync(policyFile(), 'utf8')).toContain('npm publish');
  });

  test.each([
    ['nobody is there', {}],
    ['--yes, and nobody is there', { flags: ['yes'] }],
    ['the answer is Enter', { answer: '' }],
    ['the answer is no, with --yes', { answer: 'n', flags: ['yes'] }],
  ])('does not loosen where %s', async (_what, how) => {
    const { code } = await add(loose, how);
    expect(code).toBe(1);
    expect(existsSync(policyFile())).toBe(false);
  });

  test('asks nobody with --yes where it only denies', async () => {
    const { code, asked } = await add(strict, { flags: ['yes'] });
    expect([code, asked]).toEqual([0, []]);
    expect(readFileSync(policyFile(), 'utf8')).toContain('acme');
  });

  test('asks again where a new version takes a denial away', async () => {
    await add(strict, { flags: ['yes'] });
    const { code, asked } = await add('deny: ["Bash(yarn publish:*)"]\n', { flags: ['yes'] });
    expect(code).toBe(1);
    expect(asked).toHaveLength(1);
    expect(readFileSync(policyFile(), 'utf8')).toContain('npm publish');
  });

  test('adds nothing whose own tests fail', async () => {
    const { code, printed } = await add(`${strict}tests:\n  - { call: Bash(npm publish), expect: allow }\n`, {
      answer: 'y',
    });
    expect(code).toBe(1);
    expect(printed).toContain('Nothing was added');
    expect(existsSync(policyFile())).toBe(false);
  });

  test.each([
    ['a mode', `${strict}mode: bypass\n`, '`mode`'],
    ['another preset', `${strict}use: [guarded-bypass]\n`, '`use`'],
    ['a sandbox setting', `${strict}sandbox: off\n`, '`sandbox`'],
    ['directories', `${strict}workingDirectories: [/]\n`, '`workingDirectories`'],
    ['no rules', 'tests: []\n', 'no rules'],
  ])('refuses %s', async (_what, text, says) => {
    await expect(add(text, { answer: 'y' })).rejects.toThrow(says);
    expect(existsSync(policyFile())).toBe(false);
  });
});

describe('a package', () => {
  test.each([
    '../acme',
    'git+ssh://a.example/b',
    'https://a.example/b.tgz',
    'owner/name',
    '--version',
    'a b',
    './missing',
  ])('is not %j: npm could run something for it', (name) => {
    expect(() => readPresetSource(name, folder)).toThrow('nor the name of an npm package');
  });

  /** An npm that fetches what the test packed, as a registry would give it. */
  function withPackage(preset: string): void {
    const source = join(folder, 'source/package');
    mkdirSync(source, { recursive: true });
    writeFileSync(
      join(source, 'package.json'),
      JSON.stringify({
        name: '@acme/rules',
        version: '1.2.3',
        scripts: { install: `touch ${join(folder, 'ran')}`, prepare: `touch ${join(folder, 'ran')}` },
        permesso: { preset },
      }),
    );
    writeFileSync(join(source, 'preset.yaml'), strict);
    const tarball = join(folder, 'rules.tgz');
    execFileSync('tar', ['-czf', tarball, '-C', join(folder, 'source'), 'package']);
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\nexec cp '${tarball}' acme-rules-1.2.3.tgz\n`, {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`);
  }

  test('gives its rules, and none of its scripts run', () => {
    withPackage('./preset.yaml');
    expect(readPresetSource('@acme/rules', folder)).toMatchObject({
      name: 'acme-rules',
      from: '@acme/rules@1.2.3',
      text: strict,
    });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test.each(['../../etc/passwd', '/etc/passwd', 'a/../../b'])('may not name %j', (path) => {
    withPackage(path);
    expect(() => readPresetSource('@acme/rules', folder)).toThrow('outside of itself');
  });
});
