import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enoughRuns, runs } from '../../../test/runs.ts';
import { hostOf, hostText, readUrl } from './read-url.ts';

describe('one host, many spellings', () => {
  it.each([
    ['https://evil.example/x', 'evil.example'],
    ['https://EVIL.example', 'evil.example'],
    ['https://evil.example.', 'evil.example'],
    ['https://evil.example...:443/', 'evil.example'],
    ['https://user:pw@evil.example/', 'evil.example'],
    ['https://github.com@evil.example/', 'evil.example'],
    ['https://evil.example\\@github.com/', 'evil.example'],
    ['https://e%76il.example/', 'evil.example'],
    ['  https://evil.example/x\n', 'evil.example'],
    ['ht\ntps://ev\til.example', 'evil.example'],
    ['https:evil.example/x', 'evil.example'],
    ['https:\\\\evil.example', 'evil.example'],
    ['https://///evil.example', 'evil.example'],
    ['https://ｅvil.example/', 'evil.example'],
    ['https://evil。example/', 'evil.example'],
    ['https://evil.exa\u00ADmple/', 'evil.example'],
    ['https://gіthub.com/', 'xn--gthub-n2e.com'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['http://0xa9fea9fe/', '169.254.169.254'],
    ['http://169.254.43518/', '169.254.169.254'],
    ['http://2852039166/', '169.254.169.254'],
    ['http://0251.0376.0251.0376', '169.254.169.254'],
    ['http://169.254.169.254./', '169.254.169.254'],
    ['http://[::ffff:169.254.169.254]/', '169.254.169.254'],
    ['http://[::ffff:a9fe:a9fe]/', '169.254.169.254'],
    ['http://[0:0:0:0:0:ffff:a9fe:a9fe]/', '169.254.169.254'],
    ['http://[::a9fe:a9fe]/', '169.254.169.254'],
    ['http://[64:ff9b::169.254.169.254]/', '169.254.169.254'],
    ['http://[::1]/', '::1'],
    ['http://[0000:0000::1]:80/', '::1'],
    ['http://[::]/', '::'],
    ['http://[2001:DB8::0:1]/', '2001:db8::1'],
    ['ssh://git@Evil.Example./x', 'evil.example'],
    ['git+ssh://git@evil.example:22/x', 'evil.example'],
    ['ssh://0xa9fea9fe/', '169.254.169.254'],
    ['ftp://evil.example/', 'evil.example'],
    ['wss://evil.example/', 'evil.example'],
  ])('%j -> %s', (text, host) => {
    expect(readUrl(text)).toMatchObject({ known: true, host });
  });
});

it.each([
  ['https://a.example:443/p?q=1#f', { scheme: 'https', host: 'a.example', port: '', path: '/p?q=1' }],
  ['http://a.example:8443/', { scheme: 'http', host: 'a.example', port: '8443', path: '/' }],
  ['file://github.com/etc/passwd', { scheme: 'file', host: 'github.com', port: '', path: '/etc/passwd' }],
  ['file:///etc/passwd', { scheme: 'file', host: '', port: '', path: '/etc/passwd' }],
  ['javascript:alert(1)', { scheme: 'javascript', host: '', port: '', path: 'alert(1)' }],
  ['data:text/html,x', { scheme: 'data', host: '', port: '', path: 'text/html,x' }],
])('%s', (text, fact) => {
  expect(readUrl(text)).toEqual({ known: true, ...fact });
});

it.each([
  'not a url github.com',
  '',
  'github.com',
  '//github.com/x',
  'https://',
  'evil.example:443/x',
  'localhost:3000/x',
  'evil.example:x',
  'https://a b/',
  'https://github.com%2eevil.example%00/',
  'http://[::1',
  'http://1.2.3.256/',
  'http://a.example:99999/',
  'ssh://a%20b/',
  `https://${'a'.repeat(70_000)}.example`,
])('cannot read %j', (text) => {
  expect(readUrl(text).known).toBe(false);
});

it('agrees with the WHATWG parser on fuzzed text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'http:',
      'https:',
      'ftp:',
      'ws:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '.',
      '%2e',
      '%00',
      '[',
      ']',
      '::',
    ),
    fc.constantFrom(
      'evil.example',
      'EXAMPLE',
      '0x7f',
      '127.1',
      '１',
      'ｅ',
      'ß',
      '。',
      '\u00AD',
      ' ',
      '\t',
      'xn--',
      'a',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  let read = 0;
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 10 }),
      fc.constantFrom('', 'http://', 'https:', 'wss://'),
      (pieces, start) => {
        const text = start + pieces.join('');
        const fact = readUrl(text);
        const parsed = URL.canParse(text) ? new URL(text) : undefined;
        const isSpecial =
          parsed !== undefined && ['http:', 'https:', 'ws:', 'wss:', 'ftp:'].includes(parsed.protocol);
        if (!fact.known || !isSpecial) return !isSpecial || fact.known;
        read += 1;
        const plain = parsed.hostname.replace(/\.+$/u, '').replaceAll(/[[\]]/gu, '');
        const isMapped = parsed.hostname.startsWith('[') && /^\d+\.\d+\.\d+\.\d+$/u.test(fact.host);
        return (
          fact.port === parsed.port &&
          (fact.host === plain || isMapped) &&
          `${fact.scheme}:` === parsed.protocol
        );
      },
    ),
    { numRuns: runs(5000) },
  );
  if (enoughRuns) expect(read).toBeGreaterThan(500);
});

describe('a host on its own', () => {
  it.each([
    ['Example.COM.', 'example.com'],
    ['0x7f.1', '127.0.0.1'],
    ['::1', '::1'],
    ['[::ffff:127.0.0.1]', '127.0.0.1'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['a/b', undefined],
    ['a@b', undefined],
    ['a:80', undefined],
    ['a b', undefined],
    ['', undefined],
    ['a?b', undefined],
  ])('%s -> %s', (text, host) => {
    expect(hostText(text)).toBe(host);
  });
});

describe('the host of an scp-like place', () => {
  it.each([
    ['git@GitHub.com:owner/repo.git', 'github.com'],
    ['host:path', 'host'],
    ['user@host.example.:~/x', 'host.example'],
    ['git@[::1]:path', '::1'],
    ['[fe80::2]:path', 'fe80::2'],
    ['a@b@host:x', 'host'],
    ['./a:b', undefined],
    ['/a/b:c', undefined],
    ['path/to:x', undefined],
    ['plain', undefined],
    [':x', undefined],
    ['@:x', undefined],
  ])('%s -> %s', (text, host) => {
    expect(hostOf(text)).toBe(host);
  });
});
