import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';
import { compiled } from '../../permesso/test/compiled.ts';
import { builtCommandLine } from '../../permesso/test/built.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/server.md'), 'utf8');

/** What the section tells people to type. */
function blocks(): readonly string[] {
  const [, section = ''] = /\n## The first ten minutes\n(.*?)\n## /s.exec(page) ?? [];
  return Array.from(section.matchAll(/^```sh\n(.*?)^```$/gms), ([, text = '']) => text);
}

test('the first ten minutes, pasted from the page', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const home = mkdtempSync(join(tmpdir(), 'permesso-pasted-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  const program = join(home, 'permesso');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${builtCommandLine}' "$@"\n`);
  chmodSync(program, 0o755);
  const env = {
    ...compiled,
    PATH: `${home}:${process.env['PATH']}`,
    HOME: home,
    DATABASE_URL: database.url,
    PERMESSO_SECRET: 'x'.repeat(32),
    PERMESSO_PORT: '0',
    PERMESSO_LOG: 'silent',
  };
  const server = spawn(program, ['serve', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await ended;
  });
  let url = '';
  for await (const line of createInterface({ input: server.stdout })) {
    ({ url } = JSON.parse(line) as { readonly url: string });
    break;
  }
  const typed = blocks();
  expect(typed.length).toBeGreaterThan(5);
  const script = typed.join('\n').replace('http://127.0.0.1:7400', url);
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { cwd: home, env, timeout: 600_000 });
  expect(stdout).toContain('Policy version 1, 0 entries sent.');
  expect(stdout).toContain('refused with 2');
  expect(stdout).toContain('"permissionDecision":"allow"');
  // What the server has sealed by then: the first entry, or both.
  expect(stdout).toMatch(/The server's log is proven to hold [12] entries of this one\./);
  expect(stdout).toMatch(/"by":"carla@acme\.example"/);
});
