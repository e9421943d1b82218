import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pattern } from '../../../test/random-pattern.ts';
import { runs } from '../../../test/runs.ts';
import { parsePattern } from './parse-pattern.ts';
import type { Pattern, PatternWord } from './pattern.ts';
import { printPattern } from './print-pattern.ts';

function read(text: string): Pattern {
  const result = parsePattern(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.message}`);
  return result.value;
}

function words(...given: readonly (string | PatternWord)[]): readonly PatternWord[] {
  return given.map((one) => (typeof one === 'string' ? { is: 'literal', text: one } : one));
}

const any: PatternWord = { is: 'any' };
const glob = (...pieces: string[]): PatternWord => ({ is: 'glob', pieces });

describe('names of a whole kind', () => {
  test.each([
    ['Bash', 'shell'],
    ['shell', 'shell'],
    ['Read', 'read'],
    ['read', 'read'],
    ['Write', 'write'],
    ['write', 'write'],
    ['Edit', 'write'],
    ['WebFetch', 'url'],
    ['url', 'url'],
    ['mcp', 'mcp'],
    ['  Bash  ', 'shell'],
    ['Bash(*)', 'shell'],
    ['Bash(:*)', 'shell'],
    ['Bash( * )', 'shell'],
    ['shell(*)', 'shell'],
    ['WebFetch(*)', 'url'],
    ['url(domain:*)', 'url'],
  ])('%j is every %s', (text, of) => {
    expect(read(text)).toEqual({ about: 'kind', of });
  });

  test.each(['MultiEdit', 'NotebookEdit', 'Glob', 'Grep'])('%s alone is that tool, not its kind', (name) => {
    expect(read(name)).toEqual({ about: 'tool', name });
  });
});

describe('commands', () => {
  test.each<[string, readonly PatternWord[], boolean]>([
    ['Bash(git status)', words('git', 'status'), false],
    ['Bash(git push:*)', words('git', 'push'), true],
    ['Bash(git push *)', words('git', 'push'), true],
    ['Bash(git push * *)', words('git', 'push'), true],
    ['Bash(git push *:*)', words('git', 'push'), true],
    ['Bash( git   push )', words('git', 'push'), false],
    ['Bash(git\tpush)', words('git', 'push'), false],
    ['shell(git)', words('git'), true],
    ['shell(git push)', words('git', 'push'), true],
    ['shell(git push:*)', words('git', 'push'), true],
    ['Bash(npm run build-*)', words('npm', 'run', glob('build-', '')), false],
    ['Bash(npm run *-*:*)', words('npm', 'run', glob('', '-', '')), true],
    ['Bash(npm * --silent)', words('npm', any, '--silent'), false],
    ['Bash(npm run test:unit)', words('npm', 'run', 'test:unit'), false],
    ['Bash(npm run test:*)', words('npm', 'run', 'test'), true],
    [String.raw`Bash(npm run test\:*)`, words('npm', 'run', glob('test:', '')), false],
    ['Bash(npm run a:* b)', words('npm', 'run', glob('a:', ''), 'b'), false],
    [`Bash(echo 'a b' "c d")`, words('echo', 'a b', 'c d'), false],
    [`Bash(echo a'b'"c"d)`, words('echo', 'abcd'), false],
    [String.raw`Bash(echo 'a\' b)`, words('echo', String.raw`a\ `.trim(), 'b'), false],
    [`Bash(echo '')`, words('echo', ''), false],
    [`Bash(echo "")`, words('echo', ''), false],
    [`Bash(echo '*')`, words('echo', '*'), false],
    [`Bash(echo "*")`, words('echo', '*'), false],
    [String.raw`Bash(echo \*)`, words('echo', '*'), false],
    [String.raw`Bash(echo a\ b)`, words('echo', 'a b'), false],
    [String.raw`Bash(echo "a\"b\\c\n")`, words('echo', String.raw`a"b\c\n`), false],
    [String.raw`Bash(echo '\"')`, words('echo', String.raw`\"`), false],
    [`Bash(echo "';|&<>")`, words('echo', "';|&<>"), false],
    [`Bash(grep "x)" y)`, words('grep', 'x)', 'y'), false],
    ['Bash(find . -name (x))', words('find', '.', '-name', '(x)'), false],
  ])('%s', (text, expected, open) => {
    expect(read(text)).toEqual({ about: 'command', words: expected, open });
  });
});

describe('paths', () => {
  test.each([
    ['Read(src/**)', 'read', 'src/**', undefined],
    ['read(src/**)', 'read', 'src/**', undefined],
    ['Write(~/x)', 'write', '~/x', undefined],
    ['write(//etc/x)', 'write', '//etc/x', undefined],
    ['Edit(/docs/*.md)', 'write', '/docs/*.md', undefined],
    ['Edit( ./a )', 'write', './a', undefined],
    ['MultiEdit(a)', 'write', 'a', 'MultiEdit'],
    ['NotebookEdit(a)', 'write', 'a', 'NotebookEdit'],
    ['Glob(a)', 'read', 'a', 'Glob'],
    ['Grep(a)', 'read', 'a', 'Grep'],
    ['Read(a (copy).txt)', 'read', 'a (copy).txt', undefined],
  ])('%s', (text, access, path, tool) => {
    const found = read(text);
    expect(found).toMatchObject({ about: 'path', access, glob: { text: path } });
    expect('tool' in found ? found.tool : undefined).toBe(tool);
  });
});

describe('hosts', () => {
  test.each([
    ['WebFetch(domain:example.com)', { host: 'example.com', subdomains: false, port: '' }],
    ['WebFetch(domain:*.example.com)', { host: 'example.com', subdomains: true, port: '' }],
    ['WebFetch(github.com)', { host: 'github.com', subdomains: false, port: '' }],
    ['url(Example.COM.)', { host: 'example.com', subdomains: false, port: '' }],
    ['url(example.com:65535)', { host: 'example.com', subdomains: false, port: '65535' }],
    ['url(::1)', { host: '::1', subdomains: false, port: '' }],
    ['url([::1])', { host: '::1', subdomains: false, port: '' }],
    ['url(*.1.2.3.4.example.com)', { host: '1.2.3.4.example.com', subdomains: true, port: '' }],
    ['url( localhost:3000 )', { host: 'localhost', subdomains: false, port: '3000' }],
  ])('%s', (text, host) => {
    expect(read(text)).toEqual({ about: 'host', host });
  });
});

describe('MCP tools and tools of any other name', () => {
  test.each<[string, Pattern]>([
    ['mcp__github', { about: 'mcp', server: 'github', tool: '*' }],
    ['mcp__github__*', { about: 'mcp', server: 'github', tool: '*' }],
    ['mcp__github__get_*', { about: 'mcp', server: 'github', tool: 'get_*' }],
    ['mcp__a__b__c', { about: 'mcp', server: 'a', tool: 'b__c' }],
    ['mcp__*', { about: 'mcp', server: '*', tool: '*' }],
    ['mcp__*__delete_*', { about: 'mcp', server: '*', tool: 'delete_*' }],
    ['mcp(delete_*)', { about: 'mcp', server: '*', tool: 'delete_*' }],
    ['mcp( edit )', { about: 'mcp', server: '*', tool: 'edit' }],
    [
      'mcp__db__query({"a":1})',
      { about: 'mcp', server: 'db', tool: 'query', argument: { is: 'json', value: { a: 1 } } },
    ],
    [
      'github(create_issue)',
      { about: 'tool', name: 'github', argument: { is: 'text', text: 'create_issue' } },
    ],
    ['refund', { about: 'tool', name: 'refund' }],
    ['refund( x )', { about: 'tool', name: 'refund', argument: { is: 'text', text: 'x' } }],
    [
      'refund({"amount": 5})',
      { about: 'tool', name: 'refund', argument: { is: 'json', value: { amount: 5 } } },
    ],
    ['*', { about: 'tool', name: '*' }],
    ['db_*', { about: 'tool', name: 'db_*' }],
    ['__proto__', { about: 'tool', name: '__proto__' }],
    ['constructor(x)', { about: 'tool', name: 'constructor', argument: { is: 'text', text: 'x' } }],
    ['toString', { about: 'tool', name: 'toString' }],
    ['hasOwnProperty', { about: 'tool', name: 'hasOwnProperty' }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('a JSON argument may hold __proto__ without touching any prototype', () => {
    const found = read('t({"__proto__":{"x":1}})');
    expect(found).toMatchObject({ argument: { is: 'json' } });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe('what cannot be read names the position and the fix', () => {
  test.each<[string, number, RegExp, string | undefined]>([
    ['', 0, /empty/, 'write a tool name such as Read, or Bash(git status)'],
    ['   ', 0, /empty/, 'write a tool name such as Read, or Bash(git status)'],
    ['Bash(git status', 15, /not closed/, 'write Bash(git status)'],
    ['  Bash(x', 8, /not closed/, 'write Bash(x)'],
    ['Bash(a) b', 7, /after the closing parenthesis: ` b`/, 'write Bash(a)'],
    ['(git)', 0, /no tool name/, 'write Bash(...), Read(...) ...'],
    ['Bash()', 5, /the parentheses are empty/, 'write Bash alone to mean every call'],
    ['Read(  )', 5, /the parentheses are empty/, 'write Read alone to mean every call'],
    ['bash', 0, /no tool `bash`/, 'write Bash'],
    ['bash(git push)', 0, /no tool `bash`/, 'write Bash'],
    [' webfetch', 1, /no tool `webfetch`/, 'write WebFetch'],
    ['READ(x)', 0, /no tool `READ`/, 'write Read'],
    ['Git Push', 3, /` ` is not allowed in a tool name/, undefined],
    ['a"b(x)', 1, /`"` is not allowed/, undefined],
    ['mcp(a b)', 5, /` ` is not allowed/, undefined],
    ['mcp( a b)', 6, /` ` is not allowed/, undefined],
    ['Bash(a && b)', 7, /separates commands/, 'write one rule for each command'],
    ['Bash(a; b)', 6, /`;` separates/, 'write one rule for each command'],
    ['Bash(a | b)', 7, /`\|` separates/, 'write one rule for each command'],
    ['Bash(a\nb)', 6, /a line break separates/, 'write one rule for each command'],
    ['Bash(a > b)', 7, /`>` separates/, 'write a Read(...) or Write(...) rule for the file'],
    ['Bash(a < b)', 7, /`<` separates/, 'write a Read(...) or Write(...) rule for the file'],
    [" Bash(echo 'x)", 11, /quote ' is not closed/, String.raw`close it or escape it with \ `.trim()],
    ['Bash(echo "x\\")', 10, /quote " is not closed/, String.raw`close it or escape it with \ `.trim()],
    ['Bash(echo \\)', 10, /backslash at the end/, String.raw`write \\ for a backslash`],
    ['WebFetch(https://example.com)', 9, /without scheme/, undefined],
    ['WebFetch(example.com/x)', 9, /without a path/, undefined],
    ['url(a.*.com)', 4, /is allowed only at its start/, undefined],
    ['url(example.com:0)', 4, /^`0` is not a port$/, undefined],
    ['url(example.com:65536)', 4, /^`65536` is not a port$/, undefined],
    ['url(example.com:80x)', 4, /^`80x` is not a port$/, undefined],
    ['url(example.com:x80)', 4, /^`x80` is not a port$/, undefined],
    ['url(*.127.0.0.1)', 4, /^an address has no sub-domains$/, undefined],
    ['url(*.[::1])', 4, /^an address has no sub-domains$/, undefined],
    ['url(a b)', 4, /^`a b` is not a host$/, undefined],
    ['Read(*/../x)', 5, /`\.\.` after a wildcard/, undefined],
    ['mcp__', 5, /server is missing/, 'write mcp__server__tool or mcp__*'],
    ['mcp____x', 5, /server is missing/, 'write mcp__server__tool'],
    ['mcp__a__', 8, /tool is missing/, 'write mcp__a__* for every tool'],
    [' mcp__a__', 9, /tool is missing/, 'write mcp__a__* for every tool'],
    ['refund({amount: 5})', 7, /not JSON/, 'quote names and texts with "'],
    ['mcp__a__b({)', 10, /not JSON/, 'quote names and texts with "'],
  ])('%j', (text, at, message, fix) => {
    const result = parsePattern(text);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.error.at).toBe(at);
    expect(result.error.message).toMatch(message);
    expect(result.error.fix).toBe(fix);
  });
});

describe('printing', () => {
  test.each([
    ['shell(git push)', 'Bash(git push:*)'],
    ['Bash(git push *)', 'Bash(git push:*)'],
    [`Bash(echo 'a b')`, String.raw`Bash(echo a\ b)`],
    [`Bash(echo '')`, `Bash(echo '')`],
    [`Bash(echo "*")`, String.raw`Bash(echo \*)`],
    ['Bash(npm * x-*)', 'Bash(npm * x-*)'],
    ['Bash(git log --format=%H:%s)', 'Bash(git log --format=%H:%s)'],
    [String.raw`Bash(a:b\:*)`, String.raw`Bash(a:b\:*)`],
    ['Edit(a)', 'Write(a)'],
    ['read(a)', 'Read(a)'],
    ['Grep(a)', 'Grep(a)'],
    ['url(example.com)', 'WebFetch(domain:example.com)'],
    ['url([::1]:80)', 'WebFetch(domain:[::1]:80)'],
    ['shell', 'Bash'],
    ['Edit', 'Write'],
    ['read', 'Read'],
    ['url', 'WebFetch'],
    ['mcp', 'mcp'],
    ['mcp__github', 'mcp__github__*'],
    ['mcp__a__b( x )', 'mcp__a__b(x)'],
    ['refund({ "a": 1 })', 'refund({"a":1})'],
    ['github(create_issue)', 'github(create_issue)'],
  ])('%s is printed as %s', (text, printed) => {
    expect(printPattern(read(text))).toBe(printed);
  });

  test('what is printed is read back as the same pattern', () => {
    fc.assert(
      fc.property(pattern, (one) => {
        expect(read(printPattern(one))).toEqual(one);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('any text that can be read has one canonical spelling', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc
        .string({ unit: fc.constantFrom(...Array.from(String.raw`ab*: '"\(){}-/.;`)), maxLength: 20 })
        .chain((inside) =>
          fc.constantFrom(`Bash(${inside})`, `shell(${inside})`, `tool(${inside})`, `Read(${inside})`),
        ),
    );
    let readable = 0;
    fc.assert(
      fc.property(text, (one) => {
        const first = parsePattern(one);
        expect(first.ok ? 0 : first.error.at).toBeLessThanOrEqual(one.length);
        if (!first.ok) return;
        readable++;
        const printed = printPattern(first.value);
        expect(read(printed)).toEqual(first.value);
        expect(printPattern(read(printed))).toBe(printed);
      }),
      { numRuns: runs(2000) },
    );
    expect(readable).toBeGreaterThan(0);
  });
});
