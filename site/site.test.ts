import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modes } from '@permesso/engine/policy';
import { expect, test } from 'vitest';
import { readShipped, shippedNames } from '@permesso/gate/disk';
import { decideInPage } from './playground/decide.ts';
import { examples, startPolicy } from './playground/examples.ts';
import { policyReader } from './playground/read-policy.ts';
import { readShared, writeShared } from './playground/share.ts';
import { modeNames, piecesOf } from './playground/show.ts';
import { apiPage, entryPoints } from './scripts/api-page.ts';
import { blockProblem, blocksIn } from './scripts/code-blocks.ts';
import { drawWay } from './scripts/diagram.ts';
import { schemaPage } from './scripts/schema-page.ts';
import { sections } from './scripts/site-map.ts';
import { placeOnSite, toPage } from './scripts/to-page.ts';

const repository = join(import.meta.dirname, '..');
const shipped = Object.fromEntries(
  shippedNames().map((name) => {
    const { read } = readShipped(name);
    return [name, 'text' in read ? read.text : ''];
  }),
);
const read = policyReader(shipped);

test('a text becomes a page: links lead to pages, others are no links, code stays', () => {
  const has = (path: string): boolean =>
    ['docs/rules.md', 'SECURITY.md', 'docs/decisions/README.md'].includes(path);
  const text = [
    '<!-- made -->',
    '[rules](../rules.md#files) [why](../decisions/) [safe](../../SECURITY.md) [src](../../packages/engine/) [out](https://a.example)',
    '`[code](x.md)` {{ braces }}',
    '```md',
    '<!-- kept --> [kept](../../packages/)',
    '```',
  ].join('\n');
  expect(toPage(text, { from: 'docs/hosts/codex.md', has })).toBe(
    [
      '[rules](../rules.md#files) [why](../decisions/index.md) [safe](../security.md) src [out](https://a.example)',
      '`[code](x.md)` &#123;&#123; braces &#125;&#125;',
      '```md',
      '<!-- kept --> [kept](../../packages/)',
      '```',
    ].join('\n'),
  );
});

test('every page of the map is a text of the repository or is made', () => {
  const made = ['playground', 'policy-schema', 'commands', 'api/index'];
  const missing = sections
    .flatMap(({ pages }) => pages.map(({ page }) => page))
    .filter((page) => !made.includes(page))
    .filter((page) => !texts().includes(`${page}.md`));
  expect(missing).toEqual([]);
});

test('every text of docs/ is in the map', () => {
  const mapped = new Set(sections.flatMap(({ pages }) => pages.map(({ page }) => page)));
  const pages = globSync('docs/*.md', { cwd: repository }).map((path) =>
    placeOnSite(path)?.replace(/\.md$/, ''),
  );
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => page !== undefined && !mapped.has(page))).toEqual([]);
});

test('code in comments is code on the pages of the API', () => {
  const pages = entryPoints().map(({ specifier, file, page }) => ({ page, text: apiPage(specifier, file) }));
  const blocks = pages.flatMap(({ page, text }) => blocksIn(page, text));
  expect(blocks.length).toBeGreaterThan(600);
  expect(blocks.flatMap((block) => blockProblem(block) ?? [])).toEqual([]);
  expect(blocks.filter(({ text }) => text.includes('&lt;'))).toEqual([]);
  expect(pages.find(({ page }) => page === 'gate-react')?.text).toContain('<ApprovalCard approval=');
});

function texts(): readonly string[] {
  return globSync(['*.md', '{docs,proof}/**/*.md'], { cwd: repository }).flatMap(
    (path) => placeOnSite(path) ?? [],
  );
}

test('the schema and the API are what the sources say', () => {
  expect(schemaPage()).toContain('| `unlisted` | `ask`, `deny` |');
  const engine = entryPoints().find(({ specifier }) => specifier === '@permesso/engine');
  expect(apiPage('@permesso/engine', engine?.file ?? '')).toContain(
    '### decideCall\n\nDecides a call from its text alone, without disk, clock or prompts. Never throws.\n\n```ts\nfunction decideCall(',
  );
});

test('the page reads a policy as files are read, with presets behind use', () => {
  expect(read('allow: [Bash(')).toEqual({ problem: expect.stringContaining('policy.yaml:1') });
  expect(read('use: [balancd]')).toEqual({ problem: expect.stringContaining('did you mean `balanced`') });
  const policy = read(startPolicy);
  if ('problem' in policy) throw new Error(policy.problem);
  const verdicts = examples.map(
    ({ command }) =>
      decideInPage({ tool: 'Bash', input: { command }, layers: policy.layers }).decision.verdict,
  );
  expect(verdicts).toEqual(['deny', 'allow', 'deny', 'ask', 'ask', 'allow']);
});

test('what the page shows: modes, pieces of a command, links that carry a call', () => {
  expect(modeNames).toEqual(modes);
  const { decision } = decideInPage({
    tool: 'Bash',
    input: { command: 'ls; rm x' },
    layers: [{ deny: ['Bash(rm:*)'] }],
  });
  const pieces = piecesOf('ls; rm x', decision.receipt.parts);
  expect(pieces.map(({ text, verdict }) => [text, verdict])).toEqual([
    ['ls', 'allow'],
    ['; ', undefined],
    ['rm x', 'deny'],
  ]);
  const shared = { tool: 'Bash', text: 'echo ü 😀', mode: '', policy: 'allow: []\n' };
  expect(readShared(`#${writeShared(shared)}`)).toEqual(shared);
  expect([readShared('#call=%%'), readShared('#call=AAAA'), readShared('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('the picture of the way of a call is what the engine does', () => {
  expect(readFileSync(join(repository, 'docs/way-of-a-call.svg'), 'utf8')).toBe(drawWay());
});

test('a code block that cannot be read is found', () => {
  const problem = (language: string, text: string): string | undefined =>
    blockProblem({ page: 'a', line: 1, language, text });
  expect([
    problem('ts', 'const a = ;'),
    problem('json', '{ "a": }'),
    problem('sh', 'if true'),
    problem('cobol', ''),
  ]).not.toContain(undefined);
  expect([problem('ts', 'const a = 1;'), problem('yaml', 'a: 1'), problem('console', '$ x')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
