import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { entry, readJsonc, textsIn } from '../../policy/exchange/read-jsonc.ts';
import { errorCode, mayExist, readText } from '../../world/read-text.ts';
import { hookMark, type HostPlaces } from '../install/installer.ts';
import type { Finding } from './finding.ts';

/** Where a host finds code that is not ours, and what that code can do to a call. */
export interface OtherCode {
  readonly of: 'user' | 'project';
  readonly can: string;
  /** A file, or a folder whose entries are loaded. */
  readonly path: (places: HostPlaces) => string;
  /** Of a file in which ours may stand too: the list to look at. Any other content counts otherwise. */
  readonly list?: readonly string[];
  /** Of each entry in the folder: only where this file lies below it. */
  readonly with?: readonly string[];
}

const inProcess =
  'it runs inside OpenCode, may reply to permission requests, and can do anything that you can';
const beside = 'it runs beside our hook and may change the input of a call that we allowed';

/** Claude Code is read by `claude-code/examine-mods.ts`: its plugins lie in many places. */
const otherCode: ReadonlyMap<string, readonly OtherCode[]> = new Map<string, readonly OtherCode[]>([
  [
    'opencode',
    [
      ...['plugin', 'plugins'].flatMap((name): readonly OtherCode[] => [
        { of: 'project', can: inProcess, path: ({ project }) => join(project, '.opencode', name) },
        { of: 'user', can: inProcess, path: ({ config }) => join(config, 'opencode', name) },
      ]),
      ...['opencode.json', 'opencode.jsonc'].flatMap((name): readonly OtherCode[] => [
        { of: 'project', can: inProcess, path: ({ project }) => join(project, name), list: ['plugin'] },
        {
          of: 'user',
          can: inProcess,
          path: ({ config }) => join(config, 'opencode', name),
          list: ['plugin'],
        },
      ]),
    ],
  ],
  [
    'gemini-cli',
    [
      {
        of: 'user',
        can: beside,
        path: ({ home }) => join(home, '.gemini/extensions'),
        with: ['hooks/hooks.json', 'policies'],
      },
      {
        of: 'project',
        can: beside,
        path: ({ project }) => join(project, '.gemini/extensions'),
        with: ['hooks/hooks.json', 'policies'],
      },
      {
        of: 'project',
        can: beside,
        path: ({ project }) => join(project, '.gemini/settings.json'),
        list: ['hooks', 'BeforeTool'],
      },
      {
        of: 'user',
        can: beside,
        path: ({ home }) => join(home, '.gemini/settings.json'),
        list: ['hooks', 'BeforeTool'],
      },
    ],
  ],
  [
    'codex',
    [
      {
        of: 'project',
        can: beside,
        path: ({ project }) => join(project, '.codex/hooks.json'),
        list: ['hooks', 'PreToolUse'],
      },
      {
        of: 'user',
        can: beside,
        path: ({ home, env }) => join(env['CODEX_HOME'] ?? join(home, '.codex'), 'hooks.json'),
        list: ['hooks', 'PreToolUse'],
      },
    ],
  ],
  [
    'copilot-cli',
    [
      { of: 'project', can: beside, path: ({ project }) => join(project, '.github/hooks') },
      {
        of: 'user',
        can: beside,
        path: ({ home, env }) => join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'hooks'),
      },
    ],
  ],
]);

/** Hooks, plugins and extensions that are not ours. Reads only. */
export function examineOtherCode(host: string, places: HostPlaces): readonly Finding[] {
  return (otherCode.get(host) ?? []).flatMap((place) => findingsAt(place, places));
}

function findingsAt(place: OtherCode, places: HostPlaces): readonly Finding[] {
  const path = place.path(places);
  if (place.list !== undefined) return inList(place, path, place.list);
  return namesIn(path)
    .map((name) => join(path, name))
    .filter((file) => place.with?.some((below) => mayExist(join(file, below))) ?? isCode(file))
    .filter((file) => !isOurs(file))
    .map((file) => finding(place, { file }));
}

function inList(place: OtherCode, path: string, list: readonly string[]): readonly Finding[] {
  const read = readText(path);
  const settings = 'text' in read ? readJsonc(read.text) : undefined;
  if (settings === undefined || 'error' in settings) return [];
  const node = entry(settings.root, ...list);
  const texts = textsIn(node).filter(
    ({ text }) => !/[\\/](?:opencode-plugin\.js|opencode[\\/]plugin\.[jt]s)$/.test(text),
  );
  const groups = (node?.items ?? []).filter(
    (item) =>
      item.entries.length > 0 &&
      !(entry(item, 'hooks')?.items ?? []).every((hook) =>
        String(entry(hook, 'command')?.value).includes(hookMark),
      ),
  );
  return [...texts, ...groups].map(({ line }) => finding(place, { file: path, line }));
}

function finding({ of, can }: OtherCode, at: { readonly file: string; readonly line?: number }): Finding {
  return {
    about: 'other-code',
    level: 'warning',
    what: `${of === 'project' ? "the project's own" : "somebody else's"} code: ${can}`,
    mend: 'read what it does, or remove it',
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
