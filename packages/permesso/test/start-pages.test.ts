import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
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
  const typed = blocks('docs/start/coding-agent.md', 'sh');
  expect(typed.length).toBe(4);
  const { stdout } = await promisify(execFile)('bash', ['-ec', pastedAnswered(typed.join('\n'))], {
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
