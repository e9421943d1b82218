import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { errorCode, readText } from '../disk/read-text.ts';
import { SandboxRefused } from './refusal.ts';

const engineName = '@anthropic-ai/sandbox-runtime';

/** The versions whose plans are understood: another one may write its plan in other words. */
const knownVersions: readonly string[] = ['0.0.83'];

/** An existing sandbox on this machine: a library, and the programs it starts. */
export type Engine = LinuxEngine | MacEngine;

interface AnyEngine {
  readonly name: string;
  readonly version: string;
  readonly directory: string;
  readonly main: string;
  readonly shell: string;
}

export interface LinuxEngine extends AnyEngine {
  readonly bubblewrap: string;
  readonly socat: string;
  readonly ripgrep: string;
  /** Starts the command behind a filter of system calls: no sockets but TCP and UDP. */
  readonly filter: string;
}

export interface MacEngine extends AnyEngine {
  /** `sandbox-exec`, which puts itself under a profile and then is the command. */
  readonly seatbelt: string;
  /** Of the system: proofs are worth nothing after an update. */
  readonly system: string;
}

/** Every program that it starts. */
export function enginePrograms(engine: Engine): readonly string[] {
  return 'seatbelt' in engine
    ? [engine.seatbelt, engine.shell]
    : [engine.bubblewrap, engine.socat, engine.ripgrep, engine.shell];
}

export interface FindEngineOptions {
  /** The folder of the library; else the one beside Permesso, then the global ones. */
  readonly directory?: string;
  /** Folders with programs, in their order. Never `PATH`, which a project may change. */
  readonly programs?: readonly string[];
}

const programFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];

export function findEngine({ directory, programs = programFolders }: FindEngineOptions = {}): Engine {
  const folder = directory === undefined ? installedFolder() : existing(directory);
  if (folder === undefined)
    throw missing(
      engineName,
      `install it outside of your projects: npm install --global permesso ${engineName}@${knownVersions[0]}`,
    );
  const version = versionIn(folder);
  if (!knownVersions.includes(version))
    throw new SandboxRefused('engine version', {
      message: `${engineName} ${version} in ${folder} is not a version that Permesso was tested with (${knownVersions.join(', ')}).`,
      fix: `npm install --global ${engineName}@${knownVersions[0]}`,
    });
  const program = (name: string, debian = name): string => {
    const found = programs.map((each) => existing(join(each, name))).find((each) => each !== undefined);
    if (found === undefined) throw missing(name, `install it, on Debian: apt-get install ${debian}`);
    return found;
  };
  const base = { name: engineName, version, directory: folder, main: join(folder, 'dist/index.js') };
  if (process.platform === 'darwin')
    return { ...base, shell: program('bash'), seatbelt: program('sandbox-exec'), system: systemVersion() };
  const filter = existing(join(folder, `vendor/seccomp/${process.arch}/apply-seccomp`));
  if (filter === undefined)
    throw missing(`the system call filter for ${process.arch}`, 'use a machine with x64 or arm64');
  return {
    ...base,
    bubblewrap: program('bwrap', 'bubblewrap'),
    socat: program('socat'),
    ripgrep: program('rg', 'ripgrep'),
    shell: program('bash'),
    filter,
  };
}

const systemFile = '/System/Library/CoreServices/SystemVersion.plist';

/** With the build: updates between two versions change it too. */
function systemVersion(): string {
  const read = readText(systemFile);
  if ('text' in read) return read.text;
  throw missing(systemFile, 'the version of macOS cannot be told without it; repair the system');
}

function installedFolder(): string | undefined {
  const prefix = dirname(dirname(process.execPath));
  const folders = [join(prefix, 'lib'), '/usr/local/lib', '/usr/lib'].map((each) =>
    join(each, 'node_modules', engineName),
  );
  return besidePermesso() ?? folders.map(existing).find((each) => each !== undefined);
}

function besidePermesso(): string | undefined {
  try {
    return dirname(realpathSync.native(createRequire(import.meta.url).resolve(`${engineName}/package.json`)));
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function existing(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

function versionIn(folder: string): string {
  try {
    const said: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (isRecord(said) && said['name'] === engineName && typeof said['version'] === 'string')
      return said['version'];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return '(unknown)';
}

function missing(what: string, fix: string): SandboxRefused {
  return new SandboxRefused('engine missing', {
    message: `The sandbox needs ${what}, which was not found.`,
    fix,
  });
}

/** Every file whose change makes it another engine: replaced, edited or moved, even with its times set back. */
export function engineIdentity(engine: Engine): string {
  const { directory, version } = engine;
  const library = readdirSync(join(directory, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .toSorted()
    .map((name) => join(directory, 'dist', name));
  const digest = createHash('sha256').update(version);
  const parts = 'seatbelt' in engine ? [] : [engine.filter];
  if ('seatbelt' in engine) digest.update(engine.system);
  for (const file of [...enginePrograms(engine), ...parts, ...library]) {
    const { dev, ino, size, mode, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    digest.update(`${file} ${dev} ${ino} ${size} ${mode} ${mtimeNs} ${ctimeNs}\n`);
  }
  return digest.digest('hex');
}

/** What must not lie where a sandboxed command can write: it would decide about the next one. */
export function trustedPlaces(engine: Engine): readonly string[] {
  // This folder holds the sources or `dist`; its parent is the package.
  const own = resolve(import.meta.dirname, '../..');
  return [engine.directory, ...enginePrograms(engine), realpathSync.native(process.execPath), own];
}
