import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from './examples/index.ts';
import { formats } from '../../src/policy/formats/formats.ts';
import { compilePolicy } from '../../src/policy/compile-policy.ts';
import { runs } from '../runs.ts';

const readable = formats.flatMap(({ name, read }) => (read === undefined ? [] : [{ name, read }]));

/** A source with a few pieces taken out, doubled or replaced: nearly right is worse than noise. */
function damaged(sources: readonly string[]): fc.Arbitrary<string> {
  const cut = fc.tuple(
    fc.nat(),
    fc.nat({ max: 20 }),
    fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('__proto__', '{', '[[', '"', '*', '\\', '\u{202e}', '\0', '\n'),
    ),
  );
  return fc.tuple(fc.constantFrom(...sources), fc.array(cut, { maxLength: 4 })).map(([source, cuts]) =>
    cuts.reduce((text, [at, length, piece]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place + length);
    }, source),
  );
}

describe.each(readable)('$name', ({ name, read }) => {
  const sources = (examples.get(name) ?? []).map(({ source }) => source);

  it('reads whatever it is given without throwing, and makes only policies that compile', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 200 }), damaged(sources.length === 0 ? ['profile: a\n'] : sources)),
        (text) => {
          const result = read(text, {});
          if (!('error' in result)) expect(compilePolicy([result.layer]).problems).toEqual([]);
          else expect(result.error).not.toBe('');
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it.each([
    ['deep', '['.repeat(50_000)],
    ['deep objects', '{"permissions":'.repeat(20_000)],
    ['long word', `{"permissions": {"deny": ["Bash(${'a*'.repeat(20_000)})"]}}`],
    ['many', `{"permissions": {"allow": [${'"Bash(a)",'.repeat(4000)}"b"]}}`],
    ['calls', 'prefix_rule('.repeat(10_000)],
    ['flags', '--allow-tool a '.repeat(10_000)],
  ])('comes to an end with %s', (_what, text) => {
    expect(read(text, {})).toBeTypeOf('object');
  });
});
