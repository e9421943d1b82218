/**
 * Every agent SDK in its real package against the fake model: the contract, the ways around the gate, the examples and
 * their types. Installs what is pinned into a cache folder first.
 *
 *   npm run tools -- sdks           all of it, and writes the tables of docs/sdks.md
 *   npm run tools -- sdks --open    only what is openly licensed, as CI does
 *   npm run tools -- sdks ai-sdk    only tests whose path holds this text; no types, no tables
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, install, stage, type Group } from './stage.ts';
import { writeTables } from './tables.ts';

const given = process.argv.slice(2);
const filters = given.filter((argument) => !argument.startsWith('--'));
const groups: readonly Group[] = given.includes('--open') ? ['open'] : ['open', 'proprietary'];

/** Pictures of the web chat, for the docs. */
const shots = join(import.meta.dirname, '../../docs/sdks');

function run(command: string, args: readonly string[], cwd: string): boolean {
  const env = { ...process.env, PERMESSO_SHOTS: shots };
  return spawnSync(command, args, { cwd, env, stdio: 'inherit', timeout: 15 * 60_000 }).status === 0;
}

const failed: string[] = [];
const reports: string[] = [];
for (const group of groups) {
  const folder = install(group);
  stage(folder, group);
  const report = join(folder, 'reports', 'tests.json');
  rmSync(report, { force: true });
  mkdirSync(join(folder, 'reports'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // The web chat wants a browser, which not every machine has.
  const left = given.includes('--open') ? ['--exclude', '**/web-chat/**'] : [];
  if (!run(join(bin, 'vitest'), ['run', '--passWithNoTests', ...reporters, ...left, ...filters], folder))
    failed.push(`${group} tests`);
  if (filters.length > 0) continue;
  if (!run(join(bin, 'tsc'), ['-p', '.'], folder)) failed.push(`${group} types`);
  reports.push(report);
}
if (failed.length === 0 && filters.length === 0 && groups.length === 2) writeTables(reports);
process.stdout.write(`${failed.length} failed${failed.length === 0 ? '' : `: ${failed.join(', ')}`}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
