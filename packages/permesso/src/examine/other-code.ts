import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { entry, readJsonc, textsIn } from '@permesso/engine/text';
import { errorCode, mayExist, readText } from '@permesso/gate/disk';
import { hookMark, type HostPlaces } from '../install/installer.ts';
import { ownPlugin } from '../install/plugin-files.ts';
import type { OtherCode } from './examination.ts';
import type { HostFinding } from './finding.ts';

/** Hooks, plugins and extensions that are not ours. Reads only. */
export function examineOtherCode(code: readonly OtherCode[], places: HostPlaces): readonly HostFinding[] {
  return code.flatMap((place) => findingsAt(place, places));
}

function findingsAt(place: OtherCode, places: HostPlaces): readonly HostFinding[] {
  const path = place.path(places);
  if (place.list !== undefined) return inList(place, path, place.list);
  return namesIn(path)
    .map((name) => join(path, name))
    .filter((file) => place.with?.some((below) => mayExist(join(file, below))) ?? isCode(file))
    .filter((file) => !isOurs(file))
    .map((file) => finding(place, { file }));
}

function inList(place: OtherCode, path: string, list: readonly string[]): readonly HostFinding[] {
  const read = readText(path);
  const settings = 'text' in read ? readJsonc(read.text) : undefined;
  if (settings === undefined || 'error' in settings) return [];
  const node = entry(settings.root, ...list);
  const texts = textsIn(node).filter(({ text }) => !ownPlugin.test(text));
  const groups = (node?.items ?? []).filter(
    (item) =>
      item.entries.length > 0 &&
      !(entry(item, 'hooks')?.items ?? []).every((hook) =>
        String(entry(hook, 'command')?.value).includes(hookMark),
      ),
  );
  return [...texts, ...groups].map(({ line }) => finding(place, { file: path, line }));
}

function finding({ of, can }: OtherCode, at: { readonly file: string; readonly line?: number }): HostFinding {
  return {
    about: 'other-code',
    level: 'warning',
    what: `${of === 'project' ? "the project's own" : "somebody else's"} code: ${can}`,
    fix: 'read what it does, or remove it',
    ...at,
  };
}

function isCode(file: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json|sh|py)$/.test(file);
}

function isOurs(file: string): boolean {
  const read = readText(file);
  return 'text' in read && read.text.includes(hookMark);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errorCode(error))) return [];
    throw error;
  }
}
