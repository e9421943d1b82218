import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { apiPage, entryPoints } from './api-page.ts';
import { commandPage } from './command-page.ts';
import { readShipped, shippedNames } from '@permesso/gate/disk';
import { decideInPage } from '../playground/decide.ts';
import { examples, startPolicy } from '../playground/examples.ts';
import { policyReader } from '../playground/read-policy.ts';
import { playedCall, playedCommands } from '../playground/session.ts';
import { schemaPage } from './schema-page.ts';
import { rootPages } from './site-map.ts';
import { placeOnSite, toPage } from './to-page.ts';

const repository = join(import.meta.dirname, '../..');

/** Where the pages are put together; made anew each time, never edited. */
const pagesFolder: string = join(import.meta.dirname, '../.made');

/** Texts of the repository, pages made from its sources, and the few pages of the site's own. */
export async function assemble(): Promise<readonly string[]> {
  rmSync(pagesFolder, { recursive: true, force: true });
  const texts = [...rootPages.keys(), ...globSync('{docs,proof}/**/*.md', { cwd: repository })];
  const has = (path: string): boolean =>
    placeOnSite(path) !== undefined && existsSync(join(repository, path));
  for (const from of texts) {
    const place = placeOnSite(from);
    // The site's first page is its own.
    if (place === undefined || from === 'README.md') continue;
    const text = readFileSync(join(repository, from), 'utf8');
    write(place, toPage(text, { from, has }));
    // A picture that is shown is part of its page; one that is only linked to is a file of its own.
    for (const [, picture = ''] of text.matchAll(/(?<!!)\[[^[\]]*\]\(([^()\s]+\.(?:png|svg))\)/gu)) {
      const file = posix.join(posix.dirname(from), picture);
      if (has(file)) copy(file, join('public', placeOnSite(file) ?? file));
    }
  }
  for (const picture of globSync('docs/**/*.{svg,png}', { cwd: repository })) copy(picture);
  const recipes = ['*.yml', '*.service', '*.env', 'Containerfile', 'kubernetes/*.yaml'];
  for (const extra of globSync(
    recipes.map((each) => `docs/server/${each}`),
    { cwd: repository },
  ))
    copy(extra, join('public', extra.slice('docs/'.length).replace(/Containerfile$/u, '$&.txt')));
  copy('packages/console/public/door.svg', 'public/door.svg');
  for (const [font, name] of fonts) copy(`node_modules/@fontsource-variable/${font}`, `public/${name}`);
  for (const picture of shownFirst) copy(`docs/${picture}`, `public/${picture}`);
  write('commands.md', await commandPage());
  write('policy-schema.md', schemaPage());
  const points = entryPoints();
  for (const { specifier, file, page } of points) write(`api/${page}.md`, apiPage(specifier, file));
  write('api/index.md', apiIndex(points));
  for (const page of globSync('*.md', { cwd: join(import.meta.dirname, '../pages') }))
    write(page, readFileSync(join(import.meta.dirname, '../pages', page), 'utf8'));
  writePlayground();
  writeFigures();
  return globSync('**/*.md', { cwd: pagesFolder }).toSorted();
}

/** Pictures of the first page, which no text links to. */
const shownFirst: readonly string[] = [
  'look.svg',
  'sdks/web-chat.png',
  'console/team/overview-light.png',
  'console/team/overview-dark.png',
];

/** Those of the console. */
const fonts: readonly (readonly [font: string, name: string])[] = [
  ['inter/files/inter-latin-wght-normal.woff2', 'inter.woff2'],
  ['jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2', 'jetbrains-mono.woff2'],
];

/** What `use:` may name, and the first example decided, so that the page shows it before the engine is loaded. */
function writePlayground(): void {
  const shipped = Object.fromEntries(
    shippedNames().map((name) => {
      const { read } = readShipped(name);
      if (!('text' in read)) throw new Error(`the preset ${name} cannot be read`);
      return [name, read.text];
    }),
  );
  write('shipped.json', JSON.stringify(shipped));
  const policy = policyReader(shipped)(startPolicy);
  if ('problem' in policy) throw new Error(policy.problem);
  const played = playedCommands.map((command) =>
    playedCall(command, decideInPage({ tool: 'Bash', input: { command }, layers: policy.layers }).decision),
  );
  write('session.json', JSON.stringify(played));
  const [first] = examples;
  const result = decideInPage({ tool: 'Bash', input: { command: first?.command }, layers: policy.layers });
  write('first-result.json', JSON.stringify(result));
  const { parts } = result.decision.receipt;
  if (parts.length !== layerTexts.length) throw new Error(`the first example has ${parts.length} parts`);
  write(
    'opened.json',
    JSON.stringify(parts.map(({ label, verdict }, at) => ({ label, verdict, text: layerTexts[at] }))),
  );
}

/** The first example, layer by layer: the engine gives each its label and verdict. */
const layerTexts: readonly string[] = [
  'Finds names, and runs what follows -exec.',
  'A shell with a text of its own, read again as a shell reads it.',
  'Sends every file that find prints, .env too, to paste.example.',
];

/** Figures of the first page, from the pages that explain them. */
function writeFigures(): void {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  const section = /<!-- peers -->\n([\s\S]*?)<!-- \/peers -->/u.exec(readme)?.[1] ?? '';
  const [heads = [], , ...rows] = section
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('*', '').trim()),
    );
  if (rows.length === 0) throw new Error('README.md has no table of peers');
  // Figures with the name of an engine that is not ours.
  const next = Math.min(...rows.slice(1).map(([, ran = '']) => Number(ran)));
  write('peers.json', JSON.stringify({ heads, rows, next }));
  const hosts = readFileSync(join(repository, 'proof/hosts.md'), 'utf8');
  const runs = /(\d+) hosts, \d+ cases, (\d+) runs of a real program/u.exec(hosts);
  const cases = globSync('corpus/*.jsonl', { cwd: repository }).reduce(
    (sum, file) => sum + readFileSync(join(repository, file), 'utf8').trim().split('\n').length,
    0,
  );
  if (runs === null) throw new Error('proof/hosts.md does not say how many programs were run');
  write(
    'facts.json',
    JSON.stringify([
      {
        figure: cases.toLocaleString('en'),
        text: 'labelled calls that any engine can be run on',
        link: '/proof/conformance',
      },
      {
        figure: runs[2],
        text: `runs of ${runs[1]} real agent programs, read from the disk`,
        link: '/proof/hosts',
      },
    ]),
  );
}

function apiIndex(points: ReturnType<typeof entryPoints>): string {
  const rows = points.map(
    ({ specifier, page }) => `| [\`${specifier}\`](./${page}.md) | ${aboutEntry[specifier] ?? ''} |`,
  );
  return [
    '# API',
    'Everything that can be imported, from the comments in the sources. To learn it by example, read the [library guide](../library.md) and the page about [SDKs](../sdks.md).',
    ['| Import | For |', '|---|---|', ...rows].join('\n'),
    '',
  ].join('\n\n');
}

const aboutEntry: Readonly<Record<string, string>> = {
  permesso: 'the gate: decide, ask, remember, record',
  'permesso/ai-sdk': 'tools of the AI SDK',
  'permesso/claude-agent-sdk': 'the Claude Agent SDK',
  'permesso/copilot-sdk': 'the Copilot SDK',
  'permesso/guard': 'functions of your own agent loop',
  'permesso/interceptor': 'programs with a hook of their own, and programs with none',
  'permesso/langchain': 'LangChain and LangGraph',
  'permesso/mastra': 'Mastra',
  'permesso/mcp': 'the MCP gateway in your own program',
  'permesso/openai-agents': 'the OpenAI Agents SDK',
  'permesso/policy': 'policy files: read, check, edit, trust',
  'permesso/react': 'hooks and an approval card for React',
  'permesso/sandbox': 'run a command in a sandbox',
  'permesso/stores/durable-object': 'stores in a Durable Object',
  'permesso/stores/postgres': 'stores in PostgreSQL',
  'permesso/stores/redis': 'stores in Redis or Valkey',
  'permesso/stores/sqlite': 'stores in SQLite',
  'permesso/team': 'a machine of a team',
  'permesso/team-server': 'what the team server is built with',
  'permesso/telemetry': 'OpenTelemetry spans and Prometheus counters',
  'permesso/testing': 'tests of a policy',
  '@permesso/engine': 'the decision alone: no disk, no clock; browsers and edge runtimes',
};

function write(place: string, text: string): void {
  const file = join(pagesFolder, place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(from: string, place = placeOnSite(from) ?? from): void {
  const file = join(pagesFolder, place);
  mkdirSync(dirname(file), { recursive: true });
  cpSync(join(repository, from), file);
}
