import { expect, test } from 'vitest';
import { renderMessages, writtenMessages } from './messages-page.ts';

test('proof/messages.md lists the texts as they are (npm run tools -- messages)', () => {
  expect(writtenMessages()).toBe(renderMessages());
});

// Words of an older dialect, and constructions that people had to read twice.
test.each(['anyone who', 'said the same', 'judged on its own', 'by itself in', 'a yes', 'a no '])(
  'no text says "%s"',
  (phrase) => {
    const found = renderMessages()
      .split('\n')
      .filter((line) => line.toLowerCase().includes(phrase));
    expect(found).toEqual([]);
  },
);
