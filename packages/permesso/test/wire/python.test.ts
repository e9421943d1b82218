import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCommandLine } from '../built.ts';

const root = join(import.meta.dirname, '../../../..');

test('the Python client, by python3', () => {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-python-'));
  try {
    const policy = join(folder, 'policy.yaml');
    writeFileSync(policy, 'allow:\n  - rule: refund\n    when: { principal.roles: { contains: billing } }\n');
    const command = [process.execPath, builtCommandLine, 'decide', '--stdio', '--no-files'];
    const ran = spawnSync('python3', ['-B', join(root, 'clients/python/tests/test_gate.py')], {
      encoding: 'utf8',
      env: { ...process.env, PERMESSO_COMMAND: JSON.stringify(command), PERMESSO_POLICY: policy },
    });
    expect(ran.stderr).toMatch(/Ran 6 tests[\s\S]*\nOK/);
    expect(ran.status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 20 });
  }
});

const mypy = ['-m', 'mypy', '--strict', '--python-version', '3.9', '--cache-dir', '/dev/null'];

test.skipIf(spawnSync('python3', ['-m', 'mypy', '--version']).status !== 0)(
  'the types of the Python client are sound, by mypy',
  () => {
    const ran = spawnSync('python3', [...mypy, 'permesso'], {
      cwd: join(root, 'clients/python'),
      encoding: 'utf8',
    });
    expect(ran.stdout).toContain('Success');
  },
);
