import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parsePolicyFile } from '@permesso/gate/policy';
import { builtCommandLine } from './built.ts';
import { compiled } from './compiled.ts';
import { makeHome } from './look/made-home.ts';

const repository = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
const blocks = (page: string, language: string): readonly string[] =>
  Array.from(
    read(page).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms')),
    ([, text = '']) => text,
  );

/** What a person pastes, with what cannot be here: a registry, the program of an agent, and somebody who answers. */
function pastedAnswered(script: string): string {
  return script
    .replace('npx permesso look', 'permesso look')
    .replace(/^npm install .*\n/m, '')
    .replace(/^permesso init$/m, 'permesso init --yes')
    .replace(/^permesso doctor --canary$/m, 'permesso doctor || test $? = 1')
    .replace(/^(permesso (?:check|explain) .*)$/gm, '$1 || test $? = 1');
}

test('the blocks of "Use it with your agent", pasted into a shell', async () => {
  const home = mkdtempSync(join(tmpdir(), 'permesso-start-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  makeHome({ home, calls: 60, until: Date.now() });
  mkdirSync(join(home, '.gemini'), { recursive: true });
  mkdirSync(join(home, 'shop/.git'), { recursive: true });
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'permesso'), `#!/bin/sh\nexec '${process.execPath}' '${builtCommandLine}' "$@"\n`);
  chmodSync(join(bin, 'permesso'), 0o755);
  const pasted = blocks('docs/start/coding-agent.md', 'sh');
  expect(pasted.length).toBe(4);
  const { stdout } = await promisify(execFile)('bash', ['-ec', pastedAnswered(pasted.join('\n'))], {
    cwd: join(home, 'shop'),
    env: { ...compiled, HOME: home, PATH: `${bin}:${process.env['PATH']}` },
    timeout: 240_000,
  });
  expect(stdout).toMatch(/\bquiet\b/i);
  expect(stdout).toContain('permesso uninstall');
  expect(stdout).toContain('Gemini CLI');
  expect(stdout).toMatch(/ask {4}git push/);
  expect(readFileSync(join(home, '.config/permesso/policy.yaml'), 'utf8')).toContain('balanced');
});

const firstPages = [
  'docs/start/coding-agent.md',
  'docs/start/build-an-agent.md',
  'docs/start/team.md',
  'docs/how-a-decision-is-made.md',
];

test('every block of the four first pages has a test that runs it', () => {
  const languages = firstPages.map((page) =>
    Array.from(read(page).matchAll(/^```(\w+)\n/gm), ([, language = '']) => language),
  );
  // Shell blocks: here, and in the server's `server-page.test.ts`. Programs and what they print: `library-page.test.ts`. The rest is below.
  expect(languages.map((own) => [...new Set(own)].toSorted())).toEqual([
    ['sh'],
    ['js', 'sh', 'text', 'yaml'],
    ['sh', 'yaml'],
    ['console'],
  ]);
});

test('their policies load, and give the verdicts of their tests', async () => {
  const policies = firstPages.flatMap((page) => blocks(page, 'yaml'));
  expect(policies.length).toBe(2);
  expect(policies.flatMap((text) => parsePolicyFile(text, { file: 'policy.yaml' }).problems)).toEqual([]);
  const tested = policies.filter((text) => text.includes('tests:'));
  expect(tested.length).toBe(1);
  const project = mkdtempSync(join(tmpdir(), 'permesso-first-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true, maxRetries: 20 }));
  mkdirSync(join(project, '.permesso'));
  writeFileSync(join(project, '.permesso/policy.yaml'), tested[0] ?? '');
  expect(await typed(project, ['test'])).toContain('2 passed, 0 failed');
});

test('the call that "How a decision is made" opens prints what the page shows', async () => {
  const project = mkdtempSync(join(tmpdir(), 'permesso-opened-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true, maxRetries: 20 }));
  const [, line = '', shown = ''] =
    /^\$ permesso check '(.*)'\n([\s\S]*)$/.exec(
      blocks('docs/how-a-decision-is-made.md', 'console')[0] ?? '',
    ) ?? [];
  expect(shown).toContain('read-only');
  expect(await typed(project, ['check', line])).toContain(shown);
});

/** What the command line prints, whatever its exit code. */
async function typed(home: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [builtCommandLine, ...args], {
    cwd: home,
    env: { ...compiled, HOME: home, PATH: process.env['PATH'] },
  }).catch((error: unknown) => error as { readonly stdout: string });
  return stdout;
}

test('the support agent plays its day, and its page shows the file', async () => {
  const file = 'examples/support-agent.ts';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--conditions=@permesso/source', join(repository, file)],
    { timeout: 240_000 },
  );
  expect(stdout).toContain('every check passed');
  const shown = blocks('docs/support-agent.md', 'ts');
  expect(shown.length).toBeGreaterThan(4);
  expect(shown.filter((text) => !read(file).includes(text))).toEqual([]);
});
