import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allHosts } from './all-hosts.ts';
import { bundleProducts } from './bundle-products.ts';
import { installHost, pinned } from './install-host.ts';
import type { CallKind, RealHost } from './real-host.ts';
import { recordPayload } from './record-payload.ts';
import { compareShapes, shapeOf } from './shape.ts';

/** The proxy is told what editors and agents tell each other: a protocol, not a program's own words. */
const hosts = allHosts.filter(({ pinnedBy }) => pinnedBy === undefined);

const help = `Runs another version of a host with a hook that only records, and compares what it was sent with our fixtures.

npm run tools -- hosts:drift HOST VERSION [--keep]

  HOST      ${hosts.map(({ name }) => name).join(', ')}
  VERSION   as npm knows it: 1.2.3, latest
  --keep    write fixtures that are missing; with the pinned version only

  npm run tools -- hosts:drift codex latest

Exit codes: 0 nothing has changed, 1 something has, 2 wrong usage.
`;

/** What a host tells its hook about. A new fixture is named after the kind. */
const kinds: readonly (readonly [kind: CallKind, file: string])[] = [
  ['shell', 'shell'],
  ['read', 'read'],
  ['write', 'write'],
  ['mcp', 'mcp'],
  ['agent', 'sub-agent'],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const [name, version, extra] = positionals;
const host = hosts.find((one) => one.name === name);

if (values.help) console.log(help);
else if (host === undefined || version === undefined || extra !== undefined) {
  console.error(help);
  process.exitCode = 2;
} else if (values.keep && version !== pinned(host.name).version) {
  console.error(`fixtures are kept from version ${pinned(host.name).version}, which is pinned`);
  process.exitCode = 2;
} else process.exitCode = (await compareAll(host, version)) === 0 ? 0 : 1;

/** How many fixtures no longer say what the host sends. */
async function compareAll(chosen: RealHost, wanted: string): Promise<number> {
  const installed = await installHost(chosen.name, wanted);
  const products = await bundleProducts();
  let changed = 0;
  for (const [kind, file] of kinds) {
    if (chosen.calls[kind] === undefined) continue;
    const payload = await recordPayload(chosen, kind, { installed, products });
    const path = join(fixturesOf(chosen.name), `${file}.json`);
    const lines = payload === undefined ? ['the hook was not called'] : compare(payload, path);
    if (lines.length > 0) changed += 1;
    console.log(`${chosen.title} ${wanted}, ${kind}: ${lines.length === 0 ? 'as in the fixture' : ''}`);
    for (const line of lines) console.log(`  ${line}`);
  }
  products.remove();
  return changed;
}

function fixturesOf(folder: string): string {
  return fileURLToPath(new URL(`../../packages/permesso/src/hosts/${folder}/fixtures/`, import.meta.url));
}

type Payload = Readonly<Record<string, unknown>>;

/** Beside the fixture of this name, or else the one about the same tool that is most like it. */
function compare(payload: Payload, path: string): readonly string[] {
  if (!existsSync(path) && values.keep) writeFileSync(path, `${JSON.stringify(payload, undefined, 2)}\n`);
  const folder = dirname(path);
  const files = existsSync(path)
    ? [path]
    : globSync('*.json', { cwd: folder, exclude: ['sub-agent.json'] }).map((file) => join(folder, file));
  const [nearest] = files
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Payload)
    .filter((fixture) => existsSync(path) || toolOf(fixture) === toolOf(payload))
    .map((fixture) => differences(fixture, payload))
    .toSorted((one, other) => one.length - other.length);
  return nearest ?? ['there is no fixture'];
}

/** Hosts name it in four ways. */
function toolOf({ tool_name: snake, toolName: camel, tool, tool_call: call }: Payload): unknown {
  return snake ?? camel ?? tool ?? (call as Payload | undefined)?.['name'];
}

function differences(fixture: Payload, payload: Payload): readonly string[] {
  const { added, removed, changed } = compareShapes(shapeOf(fixture), shapeOf(payload));
  return [
    ...added.map((line) => `added    ${line}`),
    ...removed.map((line) => `removed  ${line}`),
    ...changed.map((line) => `changed  ${line}`),
  ];
}
