import fc from 'fast-check';
import { effectNames } from '../src/facts/effect.ts';
import { parseHostPattern } from '../src/policy/patterns/host-pattern.ts';
import { parsePathGlob } from '../src/policy/patterns/path-glob.ts';
import type { Argument, Pattern, PatternWord } from '../src/policy/rules/pattern.ts';

/** Texts that a shell word may hold, with everything that means something to the rule syntax. */
const wordText = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('a', 'b', '-', '/', ':', '.', '=') },
    { weight: 2, arbitrary: fc.constantFrom('*', '\\', "'", '"', ' ', '\t', '(', ')', '{', '}', '$', '`') },
    { weight: 1, arbitrary: fc.constantFrom(';', '|', '&', '<', '>', '\n', '\r', 'é', '😀', '\u202e', ',') },
  ),
  maxLength: 6,
});

const literal = wordText.map((text): PatternWord => ({ is: 'literal', text }));

const glob = fc
  .array(fc.oneof(wordText, fc.constantFrom('', 'a:', ':')), { minLength: 2, maxLength: 4 })
  .filter((pieces) => pieces.some((piece) => piece !== ''))
  .map((pieces): PatternWord => ({ is: 'glob', pieces }));

/** A trailing `*` is read as the open end, so no pattern keeps one as a word. */
const command = fc
  .record({
    about: fc.constant('command' as const),
    words: fc.array(
      fc.oneof({ weight: 3, arbitrary: literal }, glob, fc.constant<PatternWord>({ is: 'any' })),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    open: fc.boolean(),
  })
  .filter(({ words }) => words.at(-1)?.is !== 'any');

const kind = fc.constantFrom<Pattern[]>(
  { about: 'kind', of: 'shell' },
  { about: 'kind', of: 'read' },
  { about: 'kind', of: 'write' },
  { about: 'kind', of: 'url' },
  { about: 'kind', of: 'mcp' },
);

const effect = fc.constantFrom(...effectNames).map((name): Pattern => ({ about: 'effect', effect: name }));

const path = fc
  .record({
    access: fc.constantFrom('read' as const, 'write' as const),
    text: fc.constantFrom(
      'src/**',
      './a',
      '~/x/*.ts',
      '/from-root',
      '//etc/passwd',
      '**/.env*',
      '{a,b}/c',
      'a b',
      '(x)',
      '../up',
    ),
    own: fc.boolean(),
  })
  .map(({ access, text, own }): Pattern => {
    const parsed = parsePathGlob(text);
    if ('error' in parsed) throw new Error(parsed.error);
    const tool = access === 'read' ? 'Grep' : 'NotebookEdit';
    return { about: 'path', access, glob: parsed, ...(own ? { tool } : {}) };
  });

const host = fc
  .constantFrom(
    'example.com',
    '*.example.com',
    'example.com:8443',
    '[::1]:3000',
    '127.0.0.1',
    'bücher.example',
  )
  .map((text): Pattern => {
    const parsed = parseHostPattern(text);
    if ('error' in parsed) throw new Error(parsed.error);
    return { about: 'host', host: parsed };
  });

const name = fc
  .string({
    unit: fc.constantFrom('a', 'B', '7', '_', '-', '.', ':', '*', '@', '/', '$', 'é', '語'),
    minLength: 1,
    maxLength: 8,
  })
  .filter((text) => !text.startsWith('mcp__'));

const hostileName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'a'.repeat(500),
);

const argument: fc.Arbitrary<Argument> = fc.oneof(
  fc
    .string({ minLength: 1, maxLength: 12 })
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('{'))
    .map((text): Argument => ({ is: 'text', text })),
  fc
    .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 })
    .map((value): Argument => ({ is: 'json', value: JSON.parse(JSON.stringify(value)) as unknown })),
);

const withArgument = <T extends object>(base: fc.Arbitrary<T>): fc.Arbitrary<T & { argument?: Argument }> =>
  fc
    .tuple(base, fc.option(argument, { nil: undefined }))
    .map(([one, given]) => (given === undefined ? one : { ...one, argument: given }));

const mcp = withArgument(
  fc.record({
    about: fc.constant('mcp' as const),
    server: name.filter((text) => !text.includes('__') && !text.endsWith('_')),
    tool: name,
  }),
);

const tool = withArgument(
  fc.record({ about: fc.constant('tool' as const), name: fc.oneof(name, hostileName) }),
);

/** Every pattern that some text means. */
export const pattern: fc.Arbitrary<Pattern> = fc.oneof(
  kind,
  effect,
  { weight: 3, arbitrary: command },
  path,
  host,
  mcp,
  tool,
);
