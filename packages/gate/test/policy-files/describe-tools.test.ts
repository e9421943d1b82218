import { compileCode } from '@permesso/engine/policy';
import { describe, expect, test } from 'vitest';
import { createGate, fixedWorld, type Layer, type Mode, type ToolCall } from '../../src/index.ts';
import { looseningEffects, parsePolicyFile, splitByTrust } from '@permesso/engine/text';

function layerOf(text: string): Layer {
  const { layer, problems } = parsePolicyFile(text, { file: 'policy.yaml' });
  expect(problems).toEqual([]);
  return layer;
}

interface Asked {
  readonly tool?: string;
  readonly input: Record<string, unknown>;
  readonly mcp?: ToolCall['mcp'];
  readonly mode?: Mode;
}

const world = fixedWorld();

function verdict(
  layers: Layer | readonly Layer[],
  { tool = 'mcp__files__open', input, mcp, mode }: Asked,
): string {
  const policy = compileCode([layers].flat());
  const gate = createGate({ policy, ...(mode === undefined ? {} : { mode }), world: () => world });
  return gate.explain({ tool, input, ...(mcp === undefined ? {} : { mcp }) }).decision.verdict;
}

const described = `
allow: [mcp]
deny: ["Read(./private/**)", "Write(./infra/**)", "WebFetch(domain:evil.example)"]
tools:
  describe:
    - tool: mcp__files__open
      reads: [$.entry]
      ignores: [$.path]
    - tool: mcp__files__*
      writes: ["$.items[*].where"]
      urls: [$.page]
`;

describe('`tools.describe` in a policy file', () => {
  const layer = layerOf(described);
  test('says what arguments name that nobody would guess', () => {
    expect(verdict(layer, { input: { entry: 'private/key' } })).toBe('deny');
    expect(verdict(layer, { input: { entry: 'infra/a' } })).toBe('allow');
    expect(verdict(layer, { tool: 'mcp__files__put', input: { items: [{ where: 'infra/a' }] } })).toBe(
      'deny',
    );
    expect(verdict(layer, { tool: 'mcp__files__put', input: { page: 'evil.example' } })).toBe('ask');
    expect(verdict(layer, { tool: 'mcp__files__put', input: { page: 'https://evil.example' } })).toBe('deny');
  });
  test('and what they do not name', () => {
    expect(verdict(layer, { input: { path: 'private/key' } })).toBe('allow');
    // What it says nothing about stays under suspicion.
    expect(verdict(layer, { input: { path: 'a', other_file: 'private/key' } })).toBe('deny');
    expect(verdict(layer, { tool: 'mcp__other__open', input: { path: 'private/key' } })).toBe('deny');
  });
  test('a server whose name begins alike gets nothing of it', () => {
    const wide = layerOf(
      'allow: [mcp]\ndeny: ["Read(./private/**)"]\ntools:\n  describe:\n    - {tool: "mcp__files__*", ignores: [$.path]}\n',
    );
    const input = { path: 'private/key' };
    expect(verdict(wide, { tool: 'mcp__files__x', input })).toBe('allow');
    expect(verdict(wide, { tool: 'mcp__files__evil__x', input })).toBe('deny');
    expect(
      verdict(wide, { tool: 'mcp__files__evil__x', input, mcp: { server: 'files__evil', tool: 'x' } }),
    ).toBe('deny');
    expect(verdict(wide, { tool: 'mcp__files__e__x', input, mcp: { server: 'files', tool: 'e__x' } })).toBe(
      'allow',
    );
  });
});

describe('a complete description', () => {
  const layer = layerOf(`
allow: ["Read(./src/**)", "WebFetch(domain:ok.example)"]
tools:
  describe:
    - {tool: mcp__files__open, reads: [$.entry], readOnly: true, complete: true}
    - {tool: mcp__files__read, reads: [$.entry], complete: true}
    - {tool: mcp__files__get, reads: [$.entry], readOnly: true}
    - {tool: mcp__files__load, urls: [$.page], complete: true}
    - {tool: mcp__files__copy, reads: [$.from], writes: [$.to], complete: true}
`);
  const mcp = (tool: string): ToolCall['mcp'] => ({ server: 'files', tool, roots: ['/home/dev/project'] });
  const of = (tool: string, input: Record<string, unknown>, mode?: Mode): string =>
    verdict(layer, {
      tool: `mcp__files__${tool}`,
      input,
      mcp: mcp(tool),
      ...(mode === undefined ? {} : { mode }),
    });
  test('lets allow rules about files and hosts cover the call, and only then', () => {
    expect(of('open', { entry: 'src/a' })).toBe('allow');
    expect(of('open', { entry: 'lib/a' })).toBe('ask');
    expect(of('open', { entry: 'src/../lib/a' })).toBe('ask');
    expect(of('open', {})).toBe('ask');
    expect(of('open', { entry: ['src/a', 'lib/a'] })).toBe('ask');
    expect(of('open', { entry: { x: 'src/a' } })).toBe('ask');
    expect(of('get', { entry: 'src/a' })).toBe('ask');
    expect(of('load', { page: 'https://ok.example/x' })).toBe('allow');
    expect(of('load', { page: 'https://no.example/x' })).toBe('ask');
    expect(of('copy', { from: 'src/a', to: 'src/b' })).toBe('ask');
  });
  test('one argument that is only suspected is enough for a question', () => {
    expect(of('open', { entry: 'src/a', path: 'src/b' })).toBe('ask');
    expect(of('open', { entry: 'src/a', url: 'https://ok.example' })).toBe('ask');
    expect(of('read', { entry: 'src/a' })).toBe('allow');
    expect(of('read', { entry: 'src/a', path: 'src/b' })).toBe('ask');
    expect(of('read', { entry: 'src/a', target: './src/b' })).toBe('ask');
  });
  test('nothing is proven of a path that starts where nobody knows', () => {
    expect(verdict(layer, { tool: 'mcp__files__open', input: { entry: 'src/a' } })).toBe('ask');
    expect(verdict(layer, { tool: 'mcp__files__open', input: { entry: '/home/dev/project/src/a' } })).toBe(
      'allow',
    );
  });
  test('what is protected from reading is not read-only', () => {
    for (const mode of ['acceptEdits', 'explore'] as const) {
      expect(of('open', { entry: 'lib/a' }, mode)).toBe('allow');
      expect(of('open', { entry: '.env' }, mode)).toBe(mode === 'explore' ? 'deny' : 'ask');
    }
  });
});

describe('who may describe', () => {
  const deny: Layer = { layer: 'managed', allow: ['mcp'], deny: ['Read(./private/**)'] };
  const silence = { tools: { describe: [{ tool: 'mcp__files__open', ignores: ['$.path'] }] } };
  const input = { path: 'private/key' };
  test('nobody below a managed or team policy takes suspicion away from it', () => {
    expect(verdict([deny, { layer: 'user', ...silence }], { input })).toBe('deny');
    expect(
      verdict(
        [
          { ...deny, layer: 'team' },
          { layer: 'local', ...silence },
        ],
        { input },
      ),
    ).toBe('deny');
    expect(verdict([{ ...deny, ...silence }], { input })).toBe('allow');
    expect(
      verdict(
        [
          { ...deny, layer: 'user' },
          { layer: 'local', ...silence },
        ],
        { input },
      ),
    ).toBe('allow');
  });
  test('a project that is not trusted may only add', () => {
    const user: Layer = { ...deny, layer: 'user' };
    const project: Layer = {
      layer: 'project',
      tools: {
        describe: [{ tool: 'mcp__files__open', ignores: ['$.path'], reads: ['$.entry'], readOnly: true }],
      },
    };
    expect(verdict([user, project], { input })).toBe('deny');
    expect(verdict([user, project], { input: { entry: 'private/key' } })).toBe('deny');
    expect(verdict([{ layer: 'user' }, project], { input: {}, mode: 'explore' })).toBe('deny');
    expect(verdict([user, { ...project, trusted: true }], { input })).toBe('allow');
  });
  test('a description is something that waits for trust', () => {
    const layer = layerOf(described);
    const { loosens } = looseningEffects(layer, { used: [] });
    const texts = loosens.filter(({ what }) => what === 'description');
    expect(texts).toHaveLength(2);
    const [trusted, waiting] = splitByTrust(layer, ({ what }) => what !== 'description');
    expect(trusted?.tools?.describe).toBeUndefined();
    expect(waiting).toMatchObject({ trusted: false, tools: layer.tools });
  });
});

describe('a description that cannot be read leaves no policy', () => {
  test.each([
    ['{tool: files}', 'names no MCP tool'],
    ['{tool: mcp__a__b, reads: ["a[x"]}', 'cannot read the path'],
    ['{tool: mcp__a__b, read: [$.path]}', 'read'],
    ['{reads: [$.path]}', 'tool'],
    ['{tool: mcp__a__b, readOnly: maybe}', ''],
  ])('%s', (text, words) => {
    const { problems } = parsePolicyFile(`tools:\n  describe:\n    - ${text}\n`, { file: 'p.yaml' });
    const found = problems.find(({ severity, message }) => severity === 'error' && message.includes(words));
    expect(found).toMatchObject({ line: 3 });
  });
  test('in code as well', () => {
    const policy = { tools: { describe: [{ tool: 'files', reads: ['$.path'] }] } };
    expect(() => createGate({ policy })).toThrow('names no MCP tool');
  });
});
