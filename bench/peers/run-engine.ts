import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Score } from '../../packages/permesso/src/cli/commands/conformance.ts';

const repository = join(import.meta.dirname, '../..');

/** `permesso conformance` as anybody would run it; without an engine it is ours. */
export function runEngine(cases: string, { id, folder }: { id?: string; folder: string }): Score {
  const engine = id === undefined ? [] : ['--engine', join(import.meta.dirname, 'engines', `${id}.ts`)];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--conditions=@permesso/source',
      join(repository, 'packages/permesso/src/cli/main.ts'),
      'conformance',
      '--json',
      ...engine,
      cases,
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, HOME: folder, PERMESSO_PEERS: folder },
    },
  );
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  // 1 says that there was a wrong allow.
  if ((status !== 0 && status !== 1) || !last.startsWith('{'))
    throw new Error(`${id ?? 'permesso'} ended with ${status}: ${stderr.slice(-2000)}`);
  return JSON.parse(last) as Score;
}
