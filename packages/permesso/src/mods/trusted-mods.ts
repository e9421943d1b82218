import { join } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { changeTrustFile, readTrustFile, type TrustFile, type TrustFileProblem } from '@permesso/gate/disk';
import { digestOfMod } from './mod-digest.ts';

/** A mod that the person trusts: exactly this content, under this name. */
export interface TrustedMod {
  readonly name: string;
  readonly digest: string;
  /** ISO date and time. */
  readonly at: string;
}

export interface TrustedMods {
  readonly mods: readonly TrustedMod[];
  /** Why no mod is trusted, if the file is unusable. */
  readonly problem?: string;
}

/** In the state directory, where agents may not write. */
function trustFile(state: string): TrustFile<TrustedMod> {
  const file = join(state, 'trusted-mods.json');
  const why = (cause: TrustFileProblem): string => {
    if (cause.is === 'unreadable') return cause.why;
    return cause.is === 'damaged'
      ? 'the file is damaged; fix: remove it, and trust the mods again'
      : 'others may write the file';
  };
  return { file, list: 'mods', isItem: isTrusted, says: (cause) => `no mod is trusted: ${why(cause)}` };
}

export function readTrustedMods(state: string): TrustedMods {
  const trust = trustFile(state);
  const { items, problem } = readTrustFile(trust);
  return { mods: items, ...(problem === undefined ? {} : { problem: `${trust.file}: ${problem}` }) };
}

/** Called by the guard mod for each mod that touches permissions, before it is loaded. */
export function isTrustedMod(
  { name, root }: { readonly name: string; readonly root: string },
  state: string,
): boolean {
  const { mods } = readTrustedMods(state);
  if (!mods.some((mod) => mod.name === name)) return false;
  const found = digestOfMod(root);
  return 'digest' in found && mods.some((mod) => mod.name === name && mod.digest === found.digest);
}

export function changeTrustedMods(
  state: string,
  change: (mods: readonly TrustedMod[]) => readonly TrustedMod[],
): Promise<void> {
  return changeTrustFile(trustFile(state), change);
}

function isTrusted(value: unknown): value is TrustedMod {
  return isRecord(value) && ['name', 'digest', 'at'].every((key) => typeof value[key] === 'string');
}
