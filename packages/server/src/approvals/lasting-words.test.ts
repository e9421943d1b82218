import { expect, test } from 'vitest';
import { hasLastingWords, lastingWords } from '@permesso/protocol/approval';
import { signedInReason } from './signed-in-reason.ts';

function reasonFor(command: string): ReturnType<typeof signedInReason> {
  const call = { tool: 'Bash', input: { command }, cwd: '/home/dev/project' };
  const request = { effects: [], call } as unknown as Parameters<typeof signedInReason>[0]['request'];
  return signedInReason({ quorum: 1, request });
}

test.each(lastingWords.flatMap(({ marks }) => marks))('%s is answered signed in', (command) => {
  expect(reasonFor(command)).toBe('destructive');
});

test.each(lastingWords.flatMap(({ leaves }) => leaves))('%s may be answered elsewhere', (command) => {
  expect(reasonFor(command)).toBeUndefined();
});

test('half a megabyte of words that begin something is read at once', () => {
  const began = performance.now();
  for (const words of ['git branch ', 'push ', 'psql aws -', '-', 'a', ' ', '\n', ';'])
    expect(hasLastingWords(words.repeat(500_000 / words.length))).toBe(false);
  expect(performance.now() - began).toBeLessThan(30_000);
});
