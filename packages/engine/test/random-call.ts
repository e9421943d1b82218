import fc from 'fast-check';
import type { ToolCall } from '../src/call/tool-call.ts';

/** Calls in the words of the random policies. */
const argument = fc.constantFrom(
  'git',
  'push',
  'status',
  '-f',
  '--force',
  'x',
  'npm',
  'run',
  'build',
  'exec',
  'npx',
  'tsc',
  'find',
  '.',
  '-delete',
  'sort',
  '-o',
  'rm',
  '-rf',
  'sudo',
  'mytool',
  'python',
  '-c',
  '$X',
  '"$X"',
  'time',
  '-exec',
  'src/a.ts',
  '/tmp/x',
  '~/.env',
  'curl',
  'https://a.example.com/',
  './run.sh',
);

const line = fc
  .array(fc.array(argument, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 2 })
  .chain((several) =>
    fc
      .constantFrom(' && ', ' | ', '; ', ' > ')
      .map((join) => several.map((each) => each.join(' ')).join(join)),
  );

const place = fc
  .tuple(
    fc.constantFrom(
      '',
      './',
      '/tmp/',
      '/home/dev/project/',
      '/home/dev/project/sub/',
      '/home/dev/',
      '/',
      '/private/tmp/',
      '/home/dev/other/',
      '/etc/',
      '../',
      '/data/dev/',
    ),
    fc.array(
      fc.constantFrom(
        'src',
        'SRC',
        'a.ts',
        'b.ts',
        'ax',
        '.env',
        '.env.local',
        'lib',
        'tmp',
        'link',
        '..',
        'x',
      ),
      { maxLength: 3 },
    ),
  )
  .map(([from, several]) => `${from}${several.join('/')}` || '.');

const extra = fc.constantFrom<Record<string, unknown>[]>(
  {},
  {},
  {},
  { amount: 15 },
  { amount: 25 },
  { amount: '15' },
  { env: 'prod' },
  { env: ['prod'] },
  { amount: 15, env: 'prod' },
);

const plain: fc.Arbitrary<Pick<ToolCall, 'tool' | 'input'>> = fc.oneof(
  { weight: 4, arbitrary: line.map((typed) => ({ tool: 'Bash', input: { command: typed } })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('Read', 'Write', 'Edit', 'NotebookEdit'), place)
      .map(([tool, file]) => ({ tool, input: { file_path: file } })),
  },
  fc
    .tuple(fc.constantFrom('Grep', 'Glob'), place)
    .map(([tool, file]) => ({ tool, input: { pattern: '*', path: file } })),
  fc
    .constantFrom(
      'https://example.com',
      'https://a.example.com/x',
      'http://b.a.example.com:8443/',
      'https://example.com:8443',
      'https://other.test',
      'ftp://example.com',
    )
    .map((url) => ({ tool: 'WebFetch', input: { url } })),
  fc
    .constantFrom(
      'mcp__gh__get',
      'mcp__gh__get_a',
      'mcp__gh__x__get',
      'mcp__gh_x__get',
      'mcp__other__get',
      'gh',
      'deploy',
      'deploy2',
      'bash',
      'READ',
      '__proto__',
      'Grepper',
    )
    .map((tool) => ({ tool, input: {} })),
  fc.constantFrom('deploy', 'mcp__gh__get').map((tool) => ({ tool, input: { a: 1 } })),
  fc.constant({ tool: 'WebSearch', input: { query: 'x' } }),
);

const agent = fc.constantFrom<Pick<ToolCall, 'agent'>[]>(
  {},
  {},
  {},
  { agent: { name: 'sub-b' } },
  { agent: { name: 'sub-a', parents: ['lead'] } },
  { agent: { name: 'lead', parents: ['main'] } },
  { agent: { name: 'other' } },
);

export const randomCall: fc.Arbitrary<ToolCall> = fc
  .tuple(plain, extra, agent)
  .map(([{ tool, input }, more, caller]) => ({
    tool,
    input: tool === 'Bash' ? input : { ...input, ...more },
    ...caller,
  }));
