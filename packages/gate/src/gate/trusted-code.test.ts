import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPolicyGate } from './policy-gate.ts';
import { changeTrustedCode, codeProject, projectFiles, readTrustedCode } from '../disk/trusted-code.ts';

let base = '';
let home = '';
let project = '';

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'permesso-code-'));
  home = join(base, 'home');
  project = repository('shop');
  mkdirSync(join(home, '.config/permesso'), { recursive: true });
  writeFileSync(join(home, '.config/permesso/policy.yaml'), 'use: [balanced]\n');
});

afterEach(() => rmSync(base, { recursive: true, force: true, maxRetries: 20 }));

function repository(name: string): string {
  const directory = join(base, name);
  mkdirSync(directory, { recursive: true });
  execFileSync('git', ['init', '-q', directory]);
  writeFileSync(join(directory, 'package.json'), '{"scripts":{"test":"vitest"}}');
  return directory;
}

const config = (): { readonly config: string } => ({ config: join(home, '.config/permesso') });

async function trust(directory: string, groups: readonly string[] = ['project-code']): Promise<void> {
  const found = codeProject(directory);
  if (found === undefined) throw new Error('no repository');
  const at = '2026-01-01T00:00:00.000Z';
  await changeTrustedCode(config(), () => [{ identity: found.identity, path: directory, groups, at }]);
}

function verdict(command: string, cwd = project): string {
  const gate = createPolicyGate({ home, env: {}, managed: join(base, 'none'), cwd });
  return gate.explain({ tool: 'Bash', input: { command }, cwd }).decision.verdict;
}

describe('trusted code', () => {
  test('lets the tests of that repository run, in every folder of it', async () => {
    expect(verdict('npm test')).toBe('ask');
    await trust(project);
    mkdirSync(join(project, 'src'));
    expect(verdict('npm test')).toBe('allow');
    expect(verdict('npm test', join(project, 'src'))).toBe('allow');
    expect(verdict('git push')).toBe('ask');
  });

  test('is about the repository and not its path', async () => {
    await trust(project);
    const moved = join(base, 'moved');
    renameSync(project, moved);
    expect(verdict('npm test', moved)).toBe('allow');
    expect(verdict('npm test', repository('shop'))).toBe('ask');
  });

  test('is not that of a repository inside it, nor of another one', async () => {
    await trust(project);
    const inner = repository('shop/vendored');
    expect(verdict('npm test', inner)).toBe('ask');
    expect(verdict(`cd ${inner} && npm test`, project)).toBe('ask');
    const other = repository('other');
    expect(verdict('npm test', other)).toBe('ask');
    expect(verdict(`cd ${other} && npm test`, project)).toBe('ask');
  });

  test('counts for nothing where others may write the file, or it is broken', async () => {
    await trust(project);
    const { file } = readTrustedCode(config());
    chmodSync(file, 0o666);
    expect(verdict('npm test')).toBe('ask');
    chmodSync(file, 0o600);
    expect(verdict('npm test')).toBe('allow');
    writeFileSync(file, '{"projects":[{"identity":1}]}');
    expect(readTrustedCode(config()).problem).toContain('not valid');
    expect(verdict('npm test')).toBe('ask');
  });

  test('names groups for projects, and nothing else that a policy could say', async () => {
    await trust(project, ['made-up-project', 'no-machine-changes', 'x]\nallow: [Bash]\nuse: [project-code']);
    expect(verdict('npm test')).toBe('ask');
    expect(verdict('id > /etc/x')).toBe('ask');
    await trust(project, ['made-up-project', 'project-code']);
    expect(verdict('npm test')).toBe('allow');
  });

  test('cannot be given by the agent', async () => {
    const { file } = readTrustedCode(config());
    const gate = createPolicyGate({ home, env: {}, managed: join(base, 'none'), cwd: project });
    expect((await gate.check({ tool: 'Write', input: { file_path: file, content: '{}' } })).verdict).toBe(
      'ask',
    );
  });
});

test('the files that say what kind of project it is', () => {
  mkdirSync(join(project, 'packages/api/node_modules/x'), { recursive: true });
  writeFileSync(join(project, 'packages/api/pyproject.toml'), '');
  writeFileSync(join(project, 'packages/api/node_modules/x/Cargo.toml'), '');
  const files = projectFiles(project);
  expect(files.has('package.json')).toBe(true);
  expect(files.has('packages/api/pyproject.toml')).toBe(true);
  expect([...files].some((file) => file.endsWith('Cargo.toml'))).toBe(false);
});
