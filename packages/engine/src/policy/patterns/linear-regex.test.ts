import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enoughRuns, runs } from '../../../test/runs.ts';
import { type LinearRegex, compileRegex, testRegex } from './linear-regex.ts';

function compiled(source: string): LinearRegex {
  const regex = compileRegex(source);
  if ('error' in regex) throw new Error(`${source}: ${regex.error} at ${regex.at}`);
  return regex;
}

describe('a regular expression', () => {
  it.each([
    ['abc', ['xabcx'], ['ab', 'acb', '']],
    ['^prod-', ['prod-1'], ['xprod-', 'pro']],
    ['^(a|bc)*$', ['', 'a', 'bcabc'], ['b', 'acb']],
    ['^a{2,3}$', ['aa', 'aaa'], ['a', 'aaaa']],
    ['^a{2}$', ['aa'], ['a', 'aaa']],
    ['^a{2,}$', ['aa', 'aaaaaa'], ['a']],
    ['^[a-c_\\d]+$', ['a1_c'], ['d', '']],
    ['^[^a-c]$', ['d', '😀'], ['a', 'dd']],
    ['^.$', ['a', '😀'], ['\n', '', 'ab']],
    [String.raw`\bword\b`, ['a word.', 'word'], ['words', 'sword']],
    [String.raw`^\w+@\w+\.com$`, ['a@b.com'], ['a@b.org', 'a@b.com.x']],
    [String.raw`^\x41\u0042\u{43}\t$`, ['ABC\t'], ['ABCt']],
    ['^(?:a(?<name>b)?)+?$', ['a', 'ab', 'aab'], ['b', '']],
    ['', ['', 'x'], []],
    ['a|', ['', 'b'], []],
    [String.raw`[\]\-\\]`, [']', '-', '\\'], ['a']],
    [String.raw`^[\D]$`, ['a'], ['1']],
    ['^[]$', [], ['', 'a']],
    ['^[^]$', ['a', '\n'], ['']],
  ])('%s', (source, matching, others) => {
    const regex = compiled(source);
    expect(matching.filter((text) => !testRegex(regex, text))).toEqual([]);
    expect(others.filter((text) => testRegex(regex, text))).toEqual([]);
  });

  it.each([
    [String.raw`(a)\1`, 3, 'back-references'],
    [String.raw`(?<x>a)\k<x>`, 7, 'back-references'],
    ['a(?=b)', 1, 'look-ahead'],
    ['a(?!b)', 1, 'look-ahead'],
    ['x(?<=b)', 1, 'look-behind'],
    ['(?<!b)', 0, 'look-behind'],
    [String.raw`\p{L}`, 0, 'Unicode'],
    ['a**', 2, 'repeat'],
    ['*a', 0, 'repeat'],
    ['(a', 0, 'closed'],
    ['a)', 1, 'closing'],
    ['[a', 0, 'closed'],
    ['[b-a]', 1, 'order'],
    ['a{3,2}', 1, 'order'],
    ['a{2000}', 1, 'more than'],
    ['a{x}', 1, '{'],
    ['a]', 1, ']'],
    ['\\', 0, 'backslash'],
    [String.raw`\q`, 0, 'escape'],
    ['(?#x)', 0, 'group'],
    ['^*', 1, 'assertion'],
    ['((a{1000}){1000}){1000}', 0, 'large'],
    ['('.repeat(60), 50, 'deep'],
    ['a'.repeat(3000), 2000, 'longer'],
  ])('%s is refused at %i: %s', (source, at, words) => {
    const refused = compileRegex(source);
    expect(refused).toMatchObject({ at });
    expect('error' in refused ? refused.error : '').toContain(words);
  });

  it('agrees with JavaScript on generated expressions', () => {
    let compared = 0;
    let matched = 0;
    fc.assert(
      fc.property(expression(4), fc.array(text, { minLength: 1, maxLength: 5 }), (source, texts) => {
        const ours = compileRegex(source);
        if ('error' in ours) return false;
        const theirs = new RegExp(source, 'u');
        // V8 finds \B between the halves of a code point, where the standard has no place at all.
        if (source.includes('\\B') && texts.some((each) => each.includes('😀'))) return true;
        compared += texts.length;
        matched += texts.filter((each) => theirs.test(each)).length;
        return texts.every((each) => testRegex(ours, each) === theirs.test(each));
      }),
      { numRuns: runs(3000) },
    );
    if (!enoughRuns) return;
    expect(compared).toBeGreaterThan(runs(3000));
    expect(matched).toBeGreaterThan(runs(3000) / 6);
    expect(compared - matched).toBeGreaterThan(runs(3000) / 6);
  });

  it('refuses or agrees on any text at all', () => {
    const noise = fc.string({
      unit: fc.constantFrom(...Array.from(String.raw`ab01()[]{}|*+?^$\.,-:<=!dwsbDWSBxukn`)),
      maxLength: 12,
    });
    let agreed = 0;
    fc.assert(
      fc.property(noise, text, (source, each) => {
        const ours = compileRegex(source);
        if ('error' in ours || (source.includes('\\B') && each.includes('😀'))) return true;
        agreed += 1;
        return testRegex(ours, each) === new RegExp(source, 'u').test(each);
      }),
      { numRuns: runs(5000) },
    );
    if (enoughRuns) expect(agreed).toBeGreaterThan(runs(5000) / 50);
  });

  it.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    'comes to an end, which a backtracking engine would not: %s',
    (source) => {
      const regex = compiled(source);
      // `npm run tools -- bench hostile` measures how the time grows.
      expect(testRegex(regex, `${'a'.repeat(20_000)}!`)).toBe(false);
    },
  );
});

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', '1', '_', ' ', '\n', '😀', '-', 'é'),
  maxLength: 8,
});

/** Source text of a random expression, `depth` levels deep. */
function expression(depth: number): fc.Arbitrary<string> {
  const plain = ['a', 'b', '1', '.', '[ab]', '[^a]', '[a-c1]', '😀', 'é', '-'];
  const escaped = ['\\d', '\\w', '\\s', '\\W', '[\\D_]', '\\n'];
  const atom = fc.constantFrom(...plain, ...escaped);
  const assertion = fc.constantFrom('^', '$', String.raw`\b`, String.raw`\B`);
  if (depth === 0) return atom;
  const inner = expression(depth - 1);
  const quantifier = fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '{0}', '*?', '{2,3}?');
  return fc.oneof(
    atom,
    assertion,
    fc.tuple(inner, inner).map(([left, right]) => left + right),
    fc.tuple(inner, inner).map(([left, right]) => `(?:${left}|${right})`),
    fc.tuple(inner, quantifier).map(([item, times]) => `(${item})${times}`),
    fc.tuple(atom, quantifier).map(([item, times]) => item + times),
  );
}

describe('as JavaScript reads it', () => {
  const texts = [
    '',
    ...Array.from('abcABC019_-^]\\b xyz\n\t\0\u0008é😀', (letter) => letter),
    'aa',
    'ab',
    'a-b',
    'a b',
    'abc',
    'aXb',
    '\u00001',
    '\u2028',
    '\uFEFF',
    'ſ',
  ];
  it.each([
    ['[a-c]'],
    ['[^a-c]'],
    ['[a-]'],
    ['[-a]'],
    ['[a-a]'],
    ['[a-cx-z]'],
    [String.raw`[\d]`],
    [String.raw`[\D]`],
    [String.raw`[^\D]`],
    [String.raw`[\w]`],
    [String.raw`[\W]`],
    [String.raw`[\s]`],
    [String.raw`[\S]`],
    [String.raw`[\W\w]`],
    [String.raw`[\Da]`],
    [String.raw`[\b]`],
    [String.raw`[\-]`],
    [String.raw`[a\-c]`],
    [String.raw`[\x41-\x43]`],
    [String.raw`[\u{61}-\u{63}]`],
    [String.raw`[\t\n]`],
    [String.raw`[\0]`],
    [String.raw`\0`],
    [String.raw`\0a`],
    [String.raw`^\0$`],
    [String.raw`\x41`],
    [String.raw`\x4a`],
    [String.raw`\u0041`],
    [String.raw`\u{1F600}`],
    [String.raw`\u{000041}`],
    [String.raw`\b`],
    [String.raw`\B`],
    [String.raw`^\B$`],
    [String.raw`a\Bb`],
    [String.raw`a\b-`],
    [String.raw`\.`],
    [String.raw`\/`],
    [String.raw`\$\^`],
    ['(?<name>a)'],
    ['(?<$a1>a)b'],
    ['(?<_>a)'],
    ['(?:a|b)c?'],
    ['a|b|c'],
    ['(a|)b'],
    ['^(|a)$'],
    ['a??b'],
    ['a{1,}'],
    ['a{0}b'],
    ['^a{0,1}$'],
    ['^(a|b){2}$'],
    ['^(?:ab?)*$'],
    ['((((a))))'],
    ['.'],
    ['^$'],
    ['$^'],
  ])('%s', (source) => {
    const ours = compiled(source);
    const theirs = new RegExp(source, 'u');
    expect(texts.filter((each) => testRegex(ours, each))).toEqual(texts.filter((each) => theirs.test(each)));
  });

  it.each([
    ['(?<', 0],
    ['(?<a', 0],
    ['(?<>a)', 0],
    ['(?<1>a)', 0],
    ['(?<a b>c)', 0],
    ['(?<a>', 0],
    ['x(?', 1],
    ['+', 0],
    ['?', 0],
    ['a|*', 2],
    ['{1}', 0],
    ['a{1', 1],
    ['a{,2}', 1],
    ['a{1,2', 1],
    ['[', 0],
    ['[a-', 0],
    ['[^', 0],
    ['[c-a]', 1],
    ['x[a-z', 1],
    [String.raw`[\d-z]`, 1],
    [String.raw`[a-\d]`, 1],
    [String.raw`[\q]`, 1],
    [String.raw`[a-\q]`, 3],
    [String.raw`[\B]`, 1],
    [String.raw`\x4`, 0],
    [String.raw`\xg1`, 0],
    [String.raw`\u004`, 0],
    [String.raw`\u{110000}`, 0],
    [String.raw`\u{}`, 0],
    [String.raw`\u{41`, 0],
    [String.raw`\u{4g}`, 0],
    [String.raw`\00`, 0],
    [String.raw`\01`, 0],
    [String.raw`\9`, 0],
    ['}', 0],
    ['^+', 1],
    [String.raw`\b*`, 2],
  ])('%s is refused at %i, as JavaScript refuses it', (source, at) => {
    expect(() => new RegExp(source, 'u')).toThrow(SyntaxError);
    expect(compileRegex(source)).toMatchObject({ error: expect.stringMatching(/./), at });
  });
});
