/**
 * Runs `hook-main.cjs` from code that V8 cached after earlier decisions. Node's own compile cache holds only what is
 * compiled when a file is loaded, and most of a decision is not.
 *
 * Cached code is executed, so it counts only where nobody but its owner can write, and only for this Node and this
 * exact file. Any problem with it means: compile as if it were not there.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { definedFields } from '@permesso/engine/call';
import { makeFolder } from '@permesso/gate/disk';

/** The digest of `hook-main.cjs`, inserted by the build. */
const digest = 'DIGEST-OF-THE-HOOK';

export interface MainOptions {
  /** `hook-main.cjs`. */
  readonly main: string;
  /** Where compiled code is kept. */
  readonly directory: string | undefined;
  /** `train`: this run only fills the cache. `read`: the cache is never written. */
  readonly use: 'keep' | 'read' | 'train';
  /** Loads the files beside it. */
  readonly require: NodeJS.Require;
}

/** What the file exports. */
export function loadMain({ main, directory, use, require }: MainOptions): object {
  const kept = directory === undefined ? undefined : join(directory, `${build}${optionsOfV8()}.bin`);
  const file = openSync(main, 'r');
  const header = headerOf(fstatSync(file));
  // A single function in ASCII, as built.
  const source = readFileSync(file, 'latin1');
  closeSync(file);
  const cachedData = kept === undefined || use === 'train' ? undefined : readKept(kept, header);
  const script = new Script(source, { filename: main, ...definedFields({ cachedData }) });
  const isFresh = cachedData !== undefined && script.cachedDataRejected !== true;
  if (kept !== undefined && use !== 'read' && !isFresh)
    process.once('exit', (code) => {
      // 2 and above is a failure, except for the two codes with which the hook tells its launcher that it has
      // answered.
      if (code === 0 || code === 42 || code === 43) keepCode({ script, path: kept, header });
    });
  const started = { exports: {} };
  (script.runInThisContext() as (...given: readonly unknown[]) => void)(
    started.exports,
    require,
    started,
    main,
    dirname(main),
  );
  return started.exports;
}

/** Part of the name of each file cached for this build and this Node. */
const build = `hook-${process.version}-${process.arch}-${digest.slice(0, 32)}`;

/** V8 rejects code from a process with other options. */
function optionsOfV8(): string {
  return process.execArgv.filter((option) => /^--(?:no|regexp)-[\w=-]{1,40}$/.test(option)).join('');
}

/** Tells an edited file from the one that was compiled: V8 itself compares only lengths. */
const headerSize = 64;

function headerOf({ size, mtimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ino}`
    .padEnd(headerSize - 1)
    .slice(0, headerSize - 1)
    .concat('\n');
}

function isOwnersAlone({ uid, mode }: Stats): boolean {
  return (process.getuid === undefined || uid === process.getuid()) && (mode & 0o022) === 0;
}

function readKept(path: string, header: string): Buffer | undefined {
  try {
    const folder = lstatSync(dirname(path));
    if (!folder.isDirectory() || !isOwnersAlone(folder)) return undefined;
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const found = fstatSync(file);
      if (!found.isFile() || !isOwnersAlone(found) || found.size <= headerSize) return undefined;
      const bytes = Buffer.allocUnsafeSlow(found.size);
      if (readSync(file, bytes, 0, found.size, 0) !== found.size) return undefined;
      return bytes.toString('latin1', 0, headerSize) === header ? bytes.subarray(headerSize) : undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

interface Compiled {
  readonly script: Script;
  readonly path: string;
  readonly header: string;
}

/** Runs after the answer. A failure here must change neither the answer nor the exit code. */
function keepCode({ script, path, header }: Compiled): void {
  const folder = dirname(path);
  const beside = join(folder, `.${process.pid}-${Date.now()}.bin`);
  try {
    makeFolder(folder);
    if (!isOwnersAlone(lstatSync(folder))) return;
    writeFileSync(beside, Buffer.concat([Buffer.from(header, 'latin1'), script.createCachedData()]), {
      flag: 'wx',
      mode: 0o600,
    });
    renameSync(beside, path);
    // Caches of older versions, or of a Node that was replaced.
    for (const name of readdirSync(folder))
      if (/^hook-v.*\.bin$/.test(name) && !name.startsWith(build)) rmSync(join(folder, name));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    rmSync(beside, { force: true });
  }
}
