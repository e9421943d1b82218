import { expect, test } from 'vitest';
import { actDetail } from './act-detail.ts';

const hana = 'bcd83647-f59d-4a71-82a5-296000000001';
const stranger = 'bcd83647-f59d-4a71-82a5-296000000002';
const named = (text: string): string => (text === hana ? 'hana@acme.example' : text);

test.each<readonly [detail: unknown, words: string]>([
  [{ uses: 2500, owner: hana, project: stranger }, 'uses 2,500, owner hana@acme.example'],
  [{ isFirst: true, isSynced: false }, 'is first'],
  [{ rule: 'Bash(git push:*)', quorum: 3, onlyEscalated: null }, 'rule Bash(git push:*), quorum 3'],
  [{ roles: [{ role: 'viewer', project: null }, { role: 'admin' }] }, 'roles role viewer and role admin'],
  [{}, ''],
  [null, ''],
  ['a word', 'a word'],
])('%j is told in words', (detail, words) => {
  expect(actDetail(detail, named)).toBe(words);
});

test('hostile text stays text, and is spelled out', () => {
  expect(actDetail({ 'a\u202Eb': 'x' }, named)).toBe(String.raw`a\u{202e}b x`);
});
