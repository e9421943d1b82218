import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRule, type EditOptions } from '@permesso/gate/gate';
import { undoableChanges } from './undo-changes.ts';

let home: string;
let place: EditOptions;
let file: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-undo-'));
  place = { home, env: {}, managed: join(home, 'none'), cwd: join(home, 'app'), to: 'user' };
  file = join(home, '.config/permesso/policy.yaml');
  mkdirSync(join(home, 'app'));
  mkdirSync(join(home, '.config/permesso'), { recursive: true });
});

afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));

test('what somebody else wrote just before the edit stays when it is undone', async () => {
  writeFileSync(file, 'allow:\n  - Read\n');
  const { edit, undo } = undoableChanges();
  const { undo: id = '' } = await edit(place, async (at) => {
    // Between the request and the edit itself another process writes.
    writeFileSync(file, 'allow:\n  - Read\n  - Bash(theirs)\n');
    await addRule({ verdict: 'allow', rule: 'Bash(mine)' }, at);
  });
  expect(readFileSync(file, 'utf8')).toContain('Bash(mine)');
  await undo(id);
  expect(readFileSync(file, 'utf8')).toBe('allow:\n  - Read\n  - Bash(theirs)\n');
});

test('what somebody wrote since is not overwritten, and nothing is named where nothing changed', async () => {
  writeFileSync(file, 'allow:\n  - Read\n');
  const { edit, undo } = undoableChanges();
  const { undo: id = '' } = await edit(place, (at) => addRule({ verdict: 'deny', rule: 'Bash(mine)' }, at));
  const theirs = `${readFileSync(file, 'utf8')}# theirs\n`;
  writeFileSync(file, theirs);
  await expect(undo(id)).rejects.toThrow('it has changed meanwhile');
  expect(readFileSync(file, 'utf8')).toBe(theirs);
  expect(await edit(place, () => Promise.resolve())).toEqual({});
});
