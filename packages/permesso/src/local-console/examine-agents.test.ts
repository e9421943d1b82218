import { expect, test } from 'vitest';
import { fromHome } from './examine-agents.ts';

test.each([
  ['/root', '/root/.bashrc is gone', '~/.bashrc is gone'],
  ['/root', 'run `permesso trust mod /root/.x`, see (/root/y)', 'run `permesso trust mod ~/.x`, see (~/y)'],
  ['/root', '/mnt/root/a and /root/b', '/mnt/root/a and ~/b'],
  ['/root', "rm '/root/a b'", "rm '/root/a b'"],
  ['/home/a b', '/home/a b/.x', '~/.x'],
  ['/', 'https://example.com/ and /etc', 'https://example.com/ and /etc'],
])('below %s: %s', (home, text, shown) => {
  expect(fromHome(text, home)).toBe(shown);
});
