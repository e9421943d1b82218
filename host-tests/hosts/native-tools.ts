/**
 * `npm run tools -- hosts:tools [HOST...]`: which tools the real program offers to its model, and that each tool that a policy
 * denies is not among them once our export stands in its settings, with no hook of ours beside it.
 */
import { hostNamed } from '../../packages/permesso/src/host-lists/hosts.ts';
import { unconditionalDenies } from '../../packages/permesso/src/install/native-denies.ts';
import { applyPieces } from '../../packages/permesso/src/install/apply-pieces.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startFakeModel } from '../fake-model/fake-model.ts';
import { bundleProducts, type Products } from './bundle-products.ts';
import { geminiCli } from './gemini-cli/gemini-cli.ts';
import { installHost } from './install-host.ts';
import { newMachine, type Machine } from './machine.ts';
import { opencode } from './opencode/opencode.ts';
import type { RealHost } from './real-host.ts';
import { runProgram, searchPath } from './run-program.ts';

const hosts: readonly RealHost[] = [geminiCli, opencode];

/** As an import writes a deny of a whole tool, and what must be gone. */
const denied: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  'gemini-cli': [
    ['WebFetch*', ['web_fetch']],
    ['Read*', ['read_file']],
    ['Grep', ['grep_search']],
    ['Glob', ['glob', 'list_directory']],
    ['WebSearch', ['google_web_search']],
    ['Edit*', ['replace']],
    ['Write*', ['write_file']],
  ],
  opencode: [
    ['WebFetch*', ['webfetch']],
    ['Read*', ['read']],
    ['Grep', ['grep']],
    ['Glob', ['glob']],
  ],
};

async function offered(
  host: RealHost,
  products: Products,
  denies: readonly string[],
): Promise<readonly string[]> {
  const machine = newMachine('allow: []\n', products);
  const model = await startFakeModel({ script: [] });
  try {
    const setting = { machine, installed: await installHost(host.name), url: model.url };
    host.configure(setting);
    writeRules(host, machine, denies);
    const { file, args, env } = host.start(setting);
    await runProgram({
      file,
      args,
      cwd: machine.project,
      env: { PATH: searchPath, LANG: 'C.UTF-8', HOME: machine.home, ...env },
      patience: host.patience,
    });
    return model.offered();
  } finally {
    await model.close();
    machine.remove();
  }
}

/** What `init` writes beside the hook: the denies alone. */
function writeRules(host: RealHost, machine: Machine, denies: readonly string[]): void {
  const installer = hostNamed(host.name);
  if (installer === undefined) throw new Error(`nobody installs ${host.name}`);
  const places = {
    home: machine.home,
    config: join(machine.home, '.config'),
    project: machine.project,
    env: {},
  };
  const programs = { node: machine.node, hook: machine.hook, plugin: machine.plugin };
  const register = (rules: readonly string[]): ReturnType<typeof installer.register> =>
    installer.register({
      places,
      programs,
      exists: existsSync,
      denies: unconditionalDenies([{ deny: rules }]),
    });
  const without = JSON.stringify(
    register([]).flatMap(({ pieces }) => pieces.map((piece) => JSON.stringify(piece))),
  );
  for (const { path, pieces } of register(denies)) {
    const ours = pieces.filter(
      (piece) => !without.includes(JSON.stringify(JSON.stringify(piece)).slice(1, -1)),
    );
    const [first, ...rest] = ours;
    if (first === undefined) continue;
    const changed = applyPieces(existsSync(path) ? readFileSync(path, 'utf8') : undefined, [first, ...rest]);
    if (!('text' in changed)) throw new Error(JSON.stringify(changed));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, changed.text ?? '');
  }
}

const wanted = process.argv.slice(2);
const products = await bundleProducts();
let wrong = 0;
try {
  for (const host of hosts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const all = await offered(host, products, []);
    console.log(`${host.title}: ${[...all].toSorted().join(' ')}`);
    const rows = denied[host.name] ?? [];
    const left = await offered(
      host,
      products,
      rows.map(([rule]) => rule),
    );
    for (const [rule, names] of rows) {
      const still = names.filter((name) => left.includes(name) || !all.includes(name));
      if (still.length > 0) wrong += 1;
      console.log(`  ${still.length === 0 ? 'gone ' : 'WRONG'} ${rule}: ${names.join(', ')}`);
    }
  }
} finally {
  products.remove();
}
process.exitCode = wrong === 0 ? 0 : 1;
