import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

describe('parseStrictJson', () => {
  test('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
    const odd = '{"__proto__":1,"constructor":{"a":":\\"b\\":"},"":"\\\\","c" :\n[{"a":1},{"a":2}]}';
    expect(parseStrictJson(odd)).toEqual(JSON.parse(odd));
  });

  test.each([
    ['the same name', '{"a":1,"a":2}'],
    ['an escaped name', String.raw`{"a":1,"\u0061":2}`],
    ['an escaped slash', String.raw`{"a/b":1,"a\/b":2}`],
    ['the same value', '{"a":1,"a":1}'],
    ['below', '{"x":[{"y":{"a":1,"b":2,"a":3}}]}'],
    ['in a value that another replaces', '{"a":{"b":1,"c":2},"a":{"b":1}}'],
    ['behind an escaped quote', String.raw`{"a\"":1,"b":2,"a\"":3}`],
    ['apart from its colon', '{"a" :1,"a"\n\t:2}'],
    ['__proto__', '{"__proto__":{"a":1},"__proto__":{}}'],
  ])('Finding 9: JSON that names a member twice is refused: %s', (_what, text) => {
    expect(() => parseStrictJson(text)).toThrow('occurs twice');
  });

  test('five megabytes in one string cost little beside parsing them', () => {
    const plain = JSON.stringify({ tool_input: { content: 'const a = 1;\n'.repeat(400_000) } });
    const quoted = JSON.stringify({ tool_input: { content: String.raw`"\\" `.repeat(400_000) } });
    for (const text of [plain, quoted]) {
      const ratios = Array.from(
        { length: 5 },
        () => timeOf(() => parseStrictJson(text)) / timeOf(() => void JSON.parse(text)),
      );
      expect(Math.min(...ratios)).toBeLessThan(8);
    }
  });

  test('depth does not end it', () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    expect(() => parseStrictJson(deep)).not.toThrow();
  });
});

function timeOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
