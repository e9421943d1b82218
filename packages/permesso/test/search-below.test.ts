import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGate } from '../src/gate.ts';
import { readWorld } from '../src/world/read-world.ts';
import { recordedWorld, recordingWorld } from '../src/world/recorded-world.ts';

let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'permesso-below-'));
  for (const directory of ['clean/deep/er', 'holds/deep/er', 'large', 'linked', '.git']) {
    mkdirSync(join(root, directory), { recursive: true });
  }
  writeFileSync(join(root, 'clean/deep/er/a.ts'), '');
  writeFileSync(join(root, 'holds/deep/er/.env.local'), '');
  symlinkSync(join(root, 'holds'), join(root, 'linked/holds'));
  for (let n = 0; n < 5100; n++) writeFileSync(join(root, 'large', `f${n}`), '');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function verdictOf(command: string, world = readWorld({ cwd: root })): string {
  const gate = createGate({ policy: { deny: ['Read(**/.env*)'] }, world: () => world });
  return gate.decide({ tool: 'Bash', input: { command } }).verdict;
}

describe('a search of a tree under a rule about a file', () => {
  test.each([
    ['passes where the tree holds no such file', 'grep -rn x clean', 'allow'],
    ['asks where the tree holds one, however deep', 'grep -rn x holds', 'ask'],
    ['asks where the tree is too large to be seen', 'grep -rn x large', 'ask'],
    ['asks about the whole project', 'grep -rn x .', 'ask'],
    ['asks where a link leads out of the tree, which some searches follow', 'grep -rn x linked', 'ask'],
  ])('%s', (_what, command, verdict) => {
    expect(verdictOf(command)).toBe(verdict);
  });

  test('is decided the same again from what was seen', () => {
    const recording = recordingWorld(readWorld({ cwd: root }));
    expect(verdictOf('grep -rn x clean', recording.world)).toBe('allow');
    const replayed = recordedWorld(
      JSON.parse(JSON.stringify(recording.record())) as ReturnType<typeof recording.record>,
    );
    expect(verdictOf('grep -rn x clean', replayed)).toBe('allow');
  });
});
