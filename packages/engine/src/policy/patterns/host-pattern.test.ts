import { describe, expect, it } from 'vitest';
import { readUrl } from '../../facts/urls/read-url.ts';
import {
  type HostPattern,
  coversHost,
  parseHostPattern,
  printHostPattern,
  touchesHost,
} from './host-pattern.ts';

function pattern(text: string): HostPattern {
  const parsed = parseHostPattern(text);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed;
}

describe('a pattern', () => {
  it.each([
    ['example.com', 'example.com'],
    ['domain:Example.COM.', 'example.com'],
    ['*.example.com', '*.example.com'],
    ['domain:*.bücher.example', '*.xn--bcher-kva.example'],
    ['example.com:8443', 'example.com:8443'],
    ['[::1]:3000', '[::1]:3000'],
    ['::1', '[::1]'],
    ['0x7f.1', '127.0.0.1'],
    ['localhost:3000', 'localhost:3000'],
  ])('%s is kept as %s', (text, printed) => {
    expect(printHostPattern(pattern(text))).toBe(printed);
    expect(pattern(printed)).toEqual(pattern(text));
  });

  it.each([
    '',
    '*',
    '*.',
    'domain:',
    'https://example.com',
    'example.com/path',
    'a*.example.com',
    '*.*.com',
    'example.com:port',
    'example.com:0',
    'example.com:99999',
    'a b',
    'user@example.com',
    '*.127.0.0.1',
    '1.2.3.999',
  ])('%j is refused', (text) => {
    expect(parseHostPattern(text)).toHaveProperty('error');
  });
});

describe('for allow', () => {
  it.each([
    ['github.com', 'https://github.com/', true],
    ['github.com', 'http://github.com/x', true],
    ['github.com', 'https://github.com:443/o/r', true],
    ['github.com', 'https://GITHUB.com./', true],
    ['github.com', 'https://github.com:8443/', false],
    ['github.com', 'https://api.github.com/', false],
    ['github.com', 'https://github.com@evil.example/', false],
    ['github.com', 'https://evil.example/?u=https://github.com/', false],
    ['github.com', 'https://evil.example\\@github.com/', false],
    ['github.com', 'https://gіthub.com/', false],
    ['github.com', 'https://github.com%2eevil.example/', false],
    ['github.com', 'https://gist.githubusercontent.com/x', false],
    ['github.com', 'file://github.com/etc/passwd', false],
    ['github.com', 'javascript://github.com/%0aalert(1)', false],
    ['github.com', 'ftp://github.com/', false],
    ['github.com', 'not a url github.com', false],
    ['*.github.com', 'https://api.github.com/', true],
    ['*.github.com', 'https://a.b.github.com/', true],
    ['*.github.com', 'https://github.com/', false],
    ['*.github.com', 'https://notgithub.com/', false],
    ['*.github.com', 'https://evil.example/', false],
    ['localhost:3000', 'http://localhost:3000/', true],
    ['localhost:3000', 'http://localhost/', false],
    ['a.example:443', 'https://a.example/', true],
    ['a.example:443', 'http://a.example/', false],
    ['a.example:80', 'http://a.example:80/', true],
  ])('%s covers %s: %s', (rule, url, expected) => {
    expect(coversHost(pattern(rule), readUrl(url))).toBe(expected);
  });
});

describe('for deny and ask', () => {
  it.each([
    ['evil.example', 'https://evil.example:9999/x', 'yes'],
    ['evil.example', 'https://a.b.evil.example/x', 'yes'],
    ['evil.example', 'ssh://git@evil.example/x', 'yes'],
    ['evil.example', 'ftp://evil.example/x', 'yes'],
    ['evil.example:443', 'http://evil.example:80/', 'yes'],
    ['*.evil.example', 'https://x.evil.example/a', 'yes'],
    ['*.evil.example', 'https://evil.example/a', 'yes'],
    ['evil.example', 'https://notevil.example/', 'no'],
    ['evil.example', 'https://evil.example.org/', 'no'],
    ['169.254.169.254', 'http://0xa9fea9fe/', 'yes'],
    ['169.254.169.254', 'http://[::ffff:a9fe:a9fe]/', 'yes'],
    ['evil.example', 'not a url', 'may'],
  ])('%s touches %s: %s', (rule, url, expected) => {
    expect(touchesHost(pattern(rule), readUrl(url))).toBe(expected);
  });

  it('holds on 1,000 spellings of one host', () => {
    const spellings = spell('evil.example', 1000);
    expect(spellings.size).toBe(1000);
    const missed = [...spellings].filter(
      (url) => touchesHost(pattern('evil.example'), readUrl(url)) !== 'yes',
    );
    expect(missed).toEqual([]);
  });
});

/** Different texts that a browser takes to the same host. */
function spell(host: string, count: number): ReadonlySet<string> {
  const letters: readonly ((letter: string) => string)[] = [
    (letter) => letter,
    (letter) => letter.toUpperCase(),
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
    (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfe_e0),
    (letter) => `${letter}\u00AD`,
    (letter) => `${letter}\t`,
  ];
  const starts = [
    'https://',
    'http://',
    'https:',
    'https:\\\\',
    ' https://',
    'wss://',
    'ftp://',
    'https://u:p@',
    'HTTPS:///',
  ];
  const ends = ['', '/', '.', ':443/', ':8080', '/x?y#z', '\\x', '#', '?github.com', './a'];
  const spelt = new Set<string>();
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let tries = 0; spelt.size < count && tries < count * 10; tries += 1) {
    const body = Array.from(host, (letter) =>
      letter === '.' ? ['.', '。', '．', '%2e'][next(4)] : letters[next(letters.length)]?.(letter),
    ).join('');
    spelt.add(
      `${starts[next(starts.length)]}${next(3) === 0 ? 'sub.' : ''}${body}${ends[next(ends.length)]}`,
    );
  }
  return spelt;
}
