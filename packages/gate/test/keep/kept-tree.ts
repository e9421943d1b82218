import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import type { KeptReceipt } from '@permesso/engine/decision';
import type { Loss } from '@permesso/engine/facts';
import {
  keepLosses,
  keptCalls,
  noteAfter,
  planUndo,
  restoreCall,
  type UndoPlan,
  type Undone,
} from '@permesso/gate/keep';

/** A directory with files, and a state beside it. */
export interface KeptTree {
  readonly root: string;
  readonly state: string;
  readonly path: (name: string) => string;
}

export function keptTree(files: Readonly<Record<string, string>>): KeptTree {
  const folder = mkdtempSync(join(tmpdir(), 'keep-'));
  const root = join(folder, 'tree');
  const path = (name: string): string => join(root, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  }
  return { root, state: join(folder, 'state'), path };
}

export interface Asked {
  readonly most?: number;
  readonly now?: number;
  readonly onlyRemoves?: boolean;
  readonly isPromised?: boolean;
}

/** Keeps as a gate does before the call. */
export async function keep(
  { root, state }: KeptTree,
  losses: readonly Loss[],
  { most = 1e9, now = Date.now(), onlyRemoves = true, isPromised = true }: Asked = {},
): Promise<KeptReceipt | undefined> {
  return keepLosses(losses, {
    state,
    now,
    settings: { days: 7, most },
    about: { tool: 'Bash', label: 'rm', cwd: root, project: root, key: 'key' },
    isRecoverable: () => false,
    isPromised,
    onlyRemoves,
  });
}

export function removing({ path }: KeptTree, ...names: readonly string[]): readonly Loss[] {
  return names.map((name) => ({ path: path(name), how: 'removes' }));
}

export function after({ state }: KeptTree): void {
  noteAfter(state, 'key', { ok: true, at: Date.now() });
}

export function planOf({ state }: KeptTree): UndoPlan {
  const [call] = keptCalls(state);
  const plan = call === undefined ? undefined : planUndo(call);
  if (plan === undefined) throw new Error('nothing is kept');
  return plan;
}

export async function undo(tree: KeptTree, overwrite = false): Promise<Undone> {
  return restoreCall(planOf(tree), { overwrite, now: Date.now() });
}
