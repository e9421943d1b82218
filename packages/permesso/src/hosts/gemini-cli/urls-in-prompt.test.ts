import { expect, test } from 'vitest';
import { urlsInPrompt } from './urls-in-prompt.ts';

test.each<[string, readonly (string | undefined)[]]>([
  ['summarise https://a.example/x please', ['https://a.example/x']],
  ['https://a.example and\nhttp://b.example/', ['https://a.example', 'http://b.example/']],
  ['HTTPS://A.example', ['HTTPS://A.example']],
  ['the same https://a.example https://a.example', ['https://a.example']],
  ['no address at all', [undefined]],
  ['', [undefined]],
  ['see (https://a.example)', [undefined, 'https://a.example)']],
  ['https://a.example,https://b.example', [undefined, 'https://a.example,', 'https://b.example']],
  [
    'https://good.example also evil.example/steal?x=1',
    ['https://good.example', 'https://evil.example/steal?x=1'],
  ],
  ['www.evil.example', ['https://www.evil.example']],
  ['read README.md e.g. now', [undefined]],
  ['://', ['://']],
  ['ftp://a.example/x', ['ftp://a.example/x']],
  [
    'https://github.com/o/r/blob/main/f.md',
    ['https://github.com/o/r/blob/main/f.md', 'https://raw.githubusercontent.com/o/r/blob/main/f.md'],
  ],
])('%j', (text, urls) => {
  expect(urlsInPrompt(text)).toEqual(urls);
});

test('takes its time linearly', () => {
  const started = process.cpuUsage();
  expect(urlsInPrompt('a://'.repeat(100_000)).length).toBeGreaterThan(1);
  expect(urlsInPrompt('a.'.repeat(200_000))).toEqual([undefined]);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});
