import { lstatSync } from 'node:fs';
import { gitState } from './git/git-refs.ts';
import { keptCalls, readAfter, readManifest, writeBeside, type KeptCall } from './kept-folder.ts';
import { bytesOf, type AfterCall, type Manifest } from './manifest.ts';

/** How far back a call may lie that ends now. */
const mostLooked = 50;

/**
 * Notes what a call left where something of it was kept: what differs from that later is newer work, which no undo
 * overwrites. By the key of the call; of calls that ran twice each notes its own, the oldest first.
 */
export function noteAfter(
  state: string,
  key: string,
  { ok, at }: { readonly ok: boolean; readonly at: number },
): void {
  const open = keptCalls(state)
    .slice(0, mostLooked)
    .flatMap((call): readonly { readonly call: KeptCall; readonly manifest: Manifest }[] => {
      const manifest = readAfter(call) === undefined ? readManifest(call) : undefined;
      return manifest?.key === key ? [{ call, manifest }] : [];
    })
    .toSorted((a, b) => a.manifest.at - b.manifest.at);
  const [first] = open;
  if (first === undefined) return;
  writeBeside(first.call.folder, 'after.json', stateAfter(first.manifest, { ok, at }));
}

function stateAfter(
  manifest: Manifest,
  { ok, at }: { readonly ok: boolean; readonly at: number },
): AfterCall {
  const items: Record<string, string> = {};
  for (const [place, { path }] of manifest.items.entries()) {
    const mark = stateMark(path);
    if (mark !== undefined) items[String(place)] = mark;
  }
  return {
    at,
    ok,
    items,
    git: manifest.git.map(gitState),
  };
}

/** By which one state of a file is told from another, to the microsecond that a restored time has; undefined where there is nothing. */
export function stateMark(path: string): string | undefined {
  const found = lstatSync(bytesOf(path), { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return `${found.mode}:${found.isDirectory() ? 0 : found.size}:${found.isDirectory() ? 0 : found.mtimeNs}`;
}

export function isSameMark(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [before, now] = [a.split(':'), b.split(':')];
  return before[0] === now[0] && before[1] === now[1] && isSameTime(before[2] ?? '', now[2] ?? '');
}

/** Node sets times as a fraction of seconds, which holds a quarter of a microsecond. */
export function isSameTime(a: string, b: string): boolean {
  const difference = BigInt(a) - BigInt(b);
  return difference < 2000n && difference > -2000n;
}
