import { definedFields } from '@permesso/engine/call';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RepositoryFact } from '@permesso/engine/world';

/**
 * What git starts on its own in the repository around a directory: its hooks, programs that settings name, and nested
 * repositories, whose own settings count. Undefined where that cannot be told; then git is not run outside a sandbox.
 */
export function readRepository(directory: string, home: string): RepositoryFact | undefined {
  try {
    const place = repositoryAbove(directory);
    if (place === undefined) return undefined;
    const shared = [join(home, '.gitconfig'), join(home, '.config/git/config'), '/etc/gitconfig'].flatMap(
      readText,
    );
    const programs = [
      ...settingsIn(readText(join(place, 'config'))[0] ?? '').flatMap((setting) =>
        isPlainHere(setting) ? [] : [setting.key],
      ),
      ...shared.flatMap(settingsIn).flatMap((setting) => (runsProgram(setting) ? [setting.key] : [])),
      ...nestedIn(join(place, 'index')),
    ];
    const jj = settingsOfJj(directory, dirname(place));
    const movedHooks = shared.flatMap(settingsIn).some(({ key }) => key === 'core.hookspath');
    const hooks = movedHooks ? ['core.hookspath'] : hooksIn(join(place, 'hooks'));
    return { programs, hooks, ...definedFields({ jj }) };
  } catch {
    // Unreadable is not known to be harmless.
    return undefined;
  }
}

/**
 * What jj starts on its own, in a repository that it shares with git (`jj git init --colocate`, the usual one): only then are the settings
 * of its git known to be those beside it. Undefined where the nearest `.jj` is not beside the `.git`.
 */
function settingsOfJj(directory: string, root: string): readonly string[] | undefined {
  for (let at = directory; at !== root; at = dirname(at))
    if (lstatSync(join(at, '.jj'), { throwIfNoEntry: false }) !== undefined) return undefined;
  const place = join(root, '.jj');
  const isOwn = [place, join(place, 'repo'), join(place, 'repo/store')].every(
    (each) => lstatSync(each, { throwIfNoEntry: false })?.isDirectory() === true,
  );
  if (!isOwn || readText(join(place, 'repo/store/git_target'))[0]?.trim() !== '../../../.git')
    return undefined;
  return [join(place, 'repo/config.toml'), join(place, 'workspace-config.toml')]
    .flatMap(readText)
    .flatMap(toolsIn);
}

/** Tables of TOML that hold names, colours and queries. Everything else may name a program. */
const plainTables = /^\[(?:user|colors|revsets|revset-aliases|templates|template-aliases)\]$/u;

function toolsIn(text: string): readonly string[] {
  const tables = text
    .replaceAll(/^\s*#.*$/gmu, '')
    .split(/^(?=\s*\[)/mu)
    .map((table) => table.trim().split('\n')[0]?.trim() ?? '');
  return tables.filter((head) => head !== '' && !plainTables.test(head));
}

/** The nearest `.git`. A file or a link there leads elsewhere, which a sandboxed call may have chosen. */
function repositoryAbove(directory: string): string | undefined {
  for (let at = directory; ; at = dirname(at)) {
    const found = lstatSync(join(at, '.git'), { throwIfNoEntry: false });
    if (found !== undefined) return found.isDirectory() ? join(at, '.git') : undefined;
    if (dirname(at) === at) return undefined;
  }
}

const longest = 1024 * 1024;

function readText(file: string): readonly string[] {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isFile() || found.size > longest) throw new TypeError(`${file} is not a small file`);
  return [readFileSync(file, 'utf8')];
}

interface Setting {
  readonly key: string;
  readonly value: string;
}

/** `[section "name"] key = value`. What is not understood becomes a key that nobody calls plain. */
function settingsIn(text: string): readonly Setting[] {
  let section = '';
  const settings: Setting[] = [];
  for (const written of text.split('\n')) {
    const line = written.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const head = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]$/u.exec(line);
    const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/u.exec(line);
    if (head !== null) section = `${head[1]?.toLowerCase()}${head[2] === undefined ? '' : `.${head[2]}`}`;
    else if (entry !== null && !line.endsWith('\\'))
      settings.push({ key: `${section}.${entry[1]?.toLowerCase()}`, value: entry[2] ?? 'true' });
    else settings.push({ key: `unread ${line.slice(0, 40)}`, value: '' });
  }
  return settings;
}

const plainKeys =
  /^(?:core\.(?:repositoryformatversion|filemode|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|longpaths|abbrev|compression|preloadindex|untrackedcache|splitindex|commitgraph)|user\.(?:name|email|signingkey)|remote\..+\.(?:fetch|prune|tagopt|skipdefaultupdate|gh-resolved|push|mirror|pushurl|url)|branch\..+\.[\w-]+|pull\.\w+|push\.\w+|fetch\.\w+|rebase\.(?:autostash|autosquash|updaterefs)|merge\.(?:ff|conflictstyle|renamelimit)|init\.defaultbranch|color\..+|advice\.\w+|gc\.\w+|pack\.\w+|index\.\w+|status\.\w+|log\.\w+|rerere\.\w+|commit\.(?:verbose|status)|receive\.deny\w+|diff\.(?:renames|algorithm|colormoved|mnemonicprefix))$/u;

/** In a repository that a sandboxed call may have made, everything counts that is not known to be plain. */
function isPlainHere({ key, value }: Setting): boolean {
  if (key === 'core.bare') return value === 'false';
  if (/^remote\..+\.(?:push)?url$/u.test(key))
    return /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/u.test(value);
  return plainKeys.test(key);
}

/** The user's own settings are theirs; these reach into the files of each repository. */
function runsProgram({ key, value }: Setting): boolean {
  if (key === 'core.fsmonitor') return !/^(?:true|false)$/u.test(value);
  if (key.startsWith('filter.')) return !/^(?:git-lfs\b.*|true|false)$/u.test(value);
  return /^(?:include|includeif)\.|^diff\..+\.(?:command|textconv)$|^merge\..+\.driver$|^unread /u.test(key);
}

function hooksIn(directory: string): readonly string[] {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(directory).filter((name) => !name.endsWith('.sample'));
}

/** Entries of the index that are repositories: git looks into each with the settings that are there. */
function nestedIn(file: string): readonly string[] {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.size > 64 * longest) return ['an index that is too large to read'];
  const index = readFileSync(file);
  if (index.toString('latin1', 0, 4) !== 'DIRC') return ['an index that cannot be read'];
  const [version, count] = [index.readUInt32BE(4), index.readUInt32BE(8)];
  // Version 4 compresses names; a sparse or split index keeps entries elsewhere.
  if (version !== 2 && version !== 3) return ['an index of another version'];
  let at = 12;
  for (let entry = 0; entry < count; entry += 1) {
    const mode = index.readUInt32BE(at + 24) >>> 12;
    if (mode !== 0b1000 && mode !== 0b1010) return ['a nested repository'];
    const flags = index.readUInt16BE(at + 60);
    const start = at + 62 + (version === 3 && (flags & 0x4000) !== 0 ? 2 : 0);
    const end = index.indexOf(0, start);
    at += ((end - at + 8) >> 3) << 3;
  }
  // Extensions follow: a name, a length, and in the end the checksum.
  for (; at + 28 <= index.length; at += 8 + index.readUInt32BE(at + 4))
    if (index.toString('latin1', at, at + 4) === 'link') return ['a split index'];
  return [];
}
