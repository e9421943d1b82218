import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shownFile } from '@permesso/engine/decision';
import { type Facts, isUnder, redactSecrets } from '@permesso/engine/facts';
import type { World } from '@permesso/engine/world';
import type { LogEntry } from '@permesso/protocol/entry';
import type { PlainEffect } from '@permesso/protocol/text';
import { readRepository } from '../world/git/repository.ts';
import { findGit } from './git/find-git.ts';
import { headCommit, readRefs } from './git/git-refs.ts';
import { openOwnGit, runGit } from './git/run-git.ts';

export interface TargetOptions {
  /** The log, the newest first. */
  readonly entries: () => Iterable<LogEntry>;
  readonly now: number;
}

/** The effects with what this machine knows about their targets. What cannot be found out is not said. */
export async function describeTargets(
  about: { readonly facts: Facts; readonly world: World },
  effects: readonly PlainEffect[],
  options: TargetOptions,
): Promise<readonly PlainEffect[]> {
  const described: PlainEffect[] = [];
  for (const effect of effects) {
    const known = await knownOf(effect, about, options);
    described.push(known === undefined ? effect : { ...effect, known });
  }
  return described;
}

async function knownOf(
  { words }: PlainEffect,
  { facts, world }: { readonly facts: Facts; readonly world: World },
  options: TargetOptions,
): Promise<string | undefined> {
  try {
    const [, branch] = /^overwrites ([\w.-]+\/[\w./-]+), which others see$/u.exec(words) ?? [];
    if (branch !== undefined) return await lostCommits(branch, world.cwd);
    const [, host] = /(?:^reaches|^runs a script from) ([a-z\d-]+(?:\.[a-z\d-]+)+)\b/u.exec(words) ?? [];
    if (host !== undefined) return timesNamed(host, options);
    const folder = facts.parts
      .flatMap(({ accesses }) => accesses)
      .flatMap((access) => (access.kind === 'delete' && access.path.known ? [access.path] : []))
      .find((path) => words === `deletes ${shownFile(path, world)} and everything in it`);
    return folder === undefined ? undefined : filesBelow(folder.written);
  } catch (error) {
    // The question is asked all the same: git, the folder or the log said less than it could have.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Commits of the remote branch, as it was last fetched, that the branch here does not have. */
async function lostCommits(branch: string, cwd: string): Promise<string | undefined> {
  const place = findGit(cwd);
  if ('why' in place) return undefined;
  const refs = readRefs(place);
  const theirs = refs.get(`refs/remotes/${branch}`);
  const ours = refs.get(`refs/heads/${branch.slice(branch.indexOf('/') + 1)}`) ?? headCommit(place, refs);
  if (theirs === undefined || ours === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'permesso-commits-'));
  try {
    const own = openOwnGit(folder, place, ours);
    const range = [theirs, `^${ours}`];
    const count = Number(await runGit(own, ['rev-list', '--count', ...range]));
    if (count === 0) return 'no commit would be lost, as of the last fetch';
    const printed = await runGit(own, ['log', '--max-count=2', '--format=%h %s (%an)', ...range]);
    const lines = Buffer.from(printed, 'latin1').toString('utf8').trim().split('\n');
    const named = lines.map((line) => redactSecrets(line.slice(0, 60)).text).join(', ');
    return `${count === 1 ? '1 commit' : `${count} commits`} would be lost: ${named}${count > 2 ? ' …' : ''}`;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

const mostFiles = 2_000;

function filesBelow(folder: string): string {
  const open = [folder];
  let files = 0;
  for (let at = open.pop(); at !== undefined && files <= mostFiles; at = open.pop())
    for (const entry of readdirSync(at, { withFileTypes: true }))
      if (entry.isDirectory()) open.push(join(at, entry.name));
      else files += 1;
  if (files > mostFiles) return `more than ${mostFiles.toLocaleString('en')} files`;
  return `${files} ${files === 1 ? 'file' : 'files'}${inGit(folder, files)}`;
}

function inGit(folder: string, files: number): string {
  const place = findGit(folder);
  const index = 'why' in place ? undefined : readRepository(place.root)?.index;
  if ('why' in place || index === undefined) return '';
  const tracked = [...index.keys()].filter((path) => isUnder(join(place.root, path), folder)).length;
  if (tracked === 0) return ', none of them in git';
  return tracked >= files ? ', all in git' : `, ${tracked} of them in git`;
}

const [mostEntries, mostMs, span] = [20_000, 300, 30 * 86_400_000];

function timesNamed(host: string, { entries, now }: TargetOptions): string {
  const started = performance.now();
  let [read, calls, named] = [0, 0, 0];
  let isWhole = true;
  for (const entry of entries()) {
    if (Date.parse(entry.at) < now - span) break;
    isWhole = (read += 1) < mostEntries && performance.now() - started < mostMs;
    if (!isWhole) break;
    if (entry.type !== 'decision' || entry.verdict === 'deny') continue;
    calls += 1;
    if (JSON.stringify(entry.call.input).includes(host)) named += 1;
  }
  const when = isWhole ? 'in 30 days' : `among the last ${calls.toLocaleString('en')}`;
  if (named === 0) return `no earlier call ${when} named it`;
  return `${named.toLocaleString('en')} earlier ${named === 1 ? 'call' : 'calls'} ${when} named it`;
}
