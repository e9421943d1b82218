import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstGeneration, type Caller } from '../host-tests/mcp/clients.ts';
import { gatewayArgsFor, newPlace } from '../host-tests/mcp/gateway-process.ts';
import { fileServer, install } from '../host-tests/mcp/install.ts';
import { quantile, rounded } from './measure.ts';

/** The least that a proxy can do: bytes in, bytes out. */
const bare = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
  process.stdin.pipe(child.stdin);
  child.stdout.pipe(process.stdout);
`;

const rounds = 80;
const callsInRound = 96;
const together = 32;
const names = ['gateway', 'proxy'] as const;

/**
 * The real server of files, the official client, a file of 4 KiB: how many calls pass through the gateway, with a
 * policy file, grants and the log, in the time in which a bare proxy passes one.
 */
export async function benchMcp(): Promise<Record<string, unknown> & { readonly ratio: number }> {
  const folder = install();
  const open = await firstGeneration(folder);
  const place = newPlace();
  const path = join(place.workspace, 'page.txt');
  writeFileSync(path, 'A line of text that is as long as such lines are.\n'.repeat(82));
  const policy = join(place.home, 'policy.yaml');
  writeFileSync(
    policy,
    'allow: [mcp__files__read_text_file, mcp__files__list_*]\ndeny: [mcp__files__move_file]\n',
  );
  const server = [fileServer(folder), place.workspace];
  const rules = ['--cwd', place.workspace, '--policy', policy];
  const way = (args: readonly string[]) => ({ by: 'stdio', args, env: place.env }) as const;
  const callers: Readonly<Record<(typeof names)[number], Caller>> = {
    gateway: await open(way(gatewayArgsFor('files', rules, server))),
    proxy: await open(way(['-e', bare, ...server])),
  };
  try {
    const loaded = { gateway: [] as number[], proxy: [] as number[] };
    const single = { gateway: [] as number[], proxy: [] as number[] };
    for (const name of names) await callers[name].list();
    for (let round = -20; round < rounds; round++) {
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        const many = await timed(callers[name], path, together);
        const one = await timed(callers[name], path, 1);
        // The first rounds warm the engines up.
        if (round >= 0) loaded[name].push(many);
        if (round >= 0) single[name].push(one);
      }
    }
    // Of many short rounds the quickest: a pause of the machine is nobody's.
    const typical = (values: readonly number[]): number => quantile(values, 0.1);
    const perSecond = (values: readonly number[]): number => Math.round(1e6 / typical(values));
    return {
      bench: 'mcp',
      ratio: rounded(typical(loaded.proxy) / typical(loaded.gateway)),
      limit: 0.6,
      ratioOneByOne: rounded(typical(single.proxy) / typical(single.gateway)),
      together,
      callsPerSecond: { gateway: perSecond(loaded.gateway), proxy: perSecond(loaded.proxy) },
      microsecondsOneByOne: {
        gateway: rounded(typical(single.gateway)),
        proxy: rounded(typical(single.proxy)),
      },
    };
  } finally {
    for (const name of names) await callers[name].close();
    place.remove();
  }
}

/** Microseconds for one call, so many at a time. */
async function timed({ call }: Caller, path: string, atOnce: number): Promise<number> {
  const calls = atOnce === 1 ? callsInRound / 6 : callsInRound;
  const begun = performance.now();
  for (let done = 0; done < calls; done += atOnce) {
    const texts = await Promise.all(Array.from({ length: atOnce }, () => call('read_text_file', { path })));
    if (!texts.every((text) => text.startsWith('A line of text'))) throw new Error(`not read: ${texts[0]}`);
  }
  return ((performance.now() - begun) * 1000) / calls;
}
