import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonEntry } from './file-change.ts';
import { installedPieces } from './installed-pieces.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'permesso-pieces-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const entry: JsonEntry = { as: 'json-entry', at: ['plugins'], name: 'us', value: { wanted: 1 }, mark: 'us' };

/** The pieces of a file with this text. */
function found(text: string, piece: JsonEntry): ReturnType<typeof installedPieces> {
  const path = join(folder, 'settings.json');
  writeFileSync(path, text);
  return installedPieces({ path, why: '', pieces: [piece] });
}

const registered = JSON.stringify({ plugins: { us: { enabled: false } } });

test('an entry without which the hook is not called counts as it stands in the file', () => {
  const needed: JsonEntry = { ...entry, runs: true };
  expect(found(registered, needed)).toEqual([{ ...needed, value: { enabled: false } }]);
  expect(found('{"plugins":{}}', needed)).toBeUndefined();
});

test('any other entry changes nothing', () => {
  expect(found(registered, entry)).toEqual([]);
  expect(found('{}', entry)).toEqual([]);
});
