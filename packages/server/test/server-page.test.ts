import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';
import { compiled } from '../../permesso/test/compiled.ts';
import { builtCommandLine } from '../../permesso/test/built.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/start/team.md'), 'utf8');

/** What a section tells people to type. */
function blocks(section: string): readonly string[] {
  const [, text = ''] = new RegExp(`\\n## ${section}\\n(.*?)\\n## `, 's').exec(page) ?? [];
  return Array.from(text.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
}

async function freePort(): Promise<number> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  listening.close();
  await once(listening, 'close');
  return port;
}

/** The block of Start on this machine: installed already, in a database of its own, in the background. */
function started(block: string, { url, port }: { readonly url: string; readonly port: number }): string {
  const text = block
    .replace(/^npm install .*\n/m, '')
    .replace(/^createdb .*\n/m, '')
    .replace('postgres://permesso@127.0.0.1:5432/permesso', url)
    .replace(
      /^permesso serve$/m,
      'permesso serve > server.log & SERVER=$!\ntrap "kill $SERVER; wait $SERVER" EXIT',
    );
  return `${text}until (exec 3<>/dev/tcp/127.0.0.1/${port}) 2>&-; do kill -0 $SERVER; sleep 0.2; done\n`;
}

test('the first ten minutes, pasted from the page', async ({ annotate }) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const home = mkdtempSync(join(tmpdir(), 'permesso-pasted-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  const program = join(home, 'permesso');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${builtCommandLine}' "$@"\n`);
  chmodSync(program, 0o755);
  const port = await freePort();
  const [start = '', ...others] = blocks('Start');
  expect(others).toEqual([]);
  const typed = blocks('The first ten minutes');
  expect(typed.length).toBeGreaterThan(5);
  expect(typed.join('\n')).not.toMatch(/curl|fetch|http-client|wget/);
  const env = {
    ...compiled,
    PATH: `${home}:${process.env['PATH']}`,
    HOME: home,
    PERMESSO_PORT: String(port),
  };
  const script = [started(start, { url: database.url, port }), ...typed]
    .join('\n')
    .replaceAll('http://127.0.0.1:7400', `http://127.0.0.1:${port}`);
  const begun = performance.now();
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { cwd: home, env, timeout: 240_000 });
  const seconds = Math.round((performance.now() - begun) / 1000);
  await annotate(`the blocks of Start and of the first ten minutes took ${seconds} s`);
  expect(seconds).toBeLessThan(600);
  expect(stdout).toContain(`You are anna@acme.example at http://127.0.0.1:${port}.\nRoles: admin`);
  expect(stdout).toContain('Version 1 is rolled out to every machine.');
  expect(stdout).toContain('Policy version 1, 0 entries sent.');
  expect(stdout).toContain('refused with 2');
  expect(stdout).toMatch(/^1 machine: .*\n\n {2}\S+ .* v1/m);
  expect(stdout).toContain('Bash: git push is approved.');
  expect(stdout).toContain('"permissionDecision":"allow"');
  // What the server has sealed by then: the first entry, or both.
  expect(stdout).toMatch(/The server's log is proven to hold [12] entries of this one\./);
  expect(stdout).toMatch(/answer .*by carla@acme\.example/);
  expect(stdout).toMatch(/anna@acme\.example +127\.0\.0\.1 +enrolment\.add/);
  // Tokens are in the files that they were written to, and nowhere else.
  expect(stdout + readFileSync(join(home, 'server.log'), 'utf8')).not.toMatch(/pm[te]_[\w-]{20}/);
});
