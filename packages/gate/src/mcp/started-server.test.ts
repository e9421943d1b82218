import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageOf, startedServer } from './started-server.ts';

test.each([
  ['npx', ['-y', '@a/server@1.2.3', '.'], '@a/server@1.2.3'],
  ['npx', ['server@2026.8.31'], 'server@2026.8.31'],
  ['pnpm', ['dlx', '@a/server@1.2.3'], '@a/server@1.2.3'],
  ['uvx', ['mcp-server-git==2025.9.25', '--repository', '.'], 'mcp-server-git@2025.9.25'],
  // Which version runs is not said.
  ['npx', ['-y', '@a/server'], undefined],
  ['npx', ['-y', '@a/server@latest'], undefined],
  ['npx', ['-y', '@a/server@^1.2.3'], undefined],
  // What runs is something else.
  ['npx', ['-y', '--package', 'evil', '@a/server@1.2.3'], undefined],
  ['npx', ['-p', 'evil', '@a/server@1.2.3'], undefined],
  ['npx', ['--registry=http://evil.example', '@a/server@1.2.3'], undefined],
  ['npx', ['./@a/server@1.2.3'], undefined],
  ['npx', ['git+https://evil.example/x@1.2.3'], undefined],
  ['pnpm', ['exec', '@a/server@1.2.3'], undefined],
  ['node', ['evil.js', '@a/server@1.2.3'], undefined],
  ['/tmp/npx', ['-y', '@a/server@1.2.3'], undefined],
  ['sh', ['-c', 'npx -y @a/server@1.2.3'], undefined],
] as const)('%s %j names the package %s', (command, args, name) => {
  expect(packageOf({ command, args })).toBe(name);
});

test('relative paths start in the directory of the server, and in directories that it was given', () => {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-roots-'));
  onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 20 }));
  const args = ['server.js', folder, `--root=${folder}`, `${folder}/none`, '\0'];
  expect(startedServer({ by: 'process', command: 'node', args }, '/')).toEqual({ roots: ['/', folder] });
  expect(startedServer({ by: 'process', command: 'node', args: ['.'], cwd: folder }, '/')).toEqual({
    roots: [folder],
  });
  expect(startedServer({ by: 'address', url: new URL('http://a.example'), headers: {} }, '/')).toEqual({});
});
