import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, posix, resolve } from 'node:path';
import { isRecord, messageOf } from '@permesso/engine/call';
import { readText } from '@permesso/gate/disk';
import { UsageError } from '../command.ts';

/** Somebody else's rules, read without running any code. */
export interface PresetSource {
  readonly name: string;
  /** Shown to the person: a path, or a package with its version. */
  readonly from: string;
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly digest: string;
}

/** A plain registry name: no path, address or repository, for which npm would run scripts. */
const registryName = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:@[\w.+-]+)?$/u;

export function readPresetSource(named: string, cwd: string): PresetSource {
  const read = readText(resolve(cwd, named));
  if ('text' in read) return sourceOf(basename(named).replace(/\.ya?ml$/u, ''), named, read.text);
  if ('unreadable' in read) throw new UsageError(`${named} cannot be read: ${read.unreadable}`);
  if (/\.ya?ml$/u.test(named) || !registryName.test(named))
    throw new UsageError(`${named} is neither a file nor the name of an npm package`);
  return fromPackage(named);
}

function sourceOf(name: string, from: string, text: string): PresetSource {
  const digest = createHash('sha256').update(text).digest('hex');
  return { name: name.replace(/^@/u, '').replaceAll(/[^\w-]+/gu, '-'), from, text, digest };
}

/** Fetches the tarball and reads two files from it. It is not unpacked, and none of its scripts run. */
function fromPackage(named: string): PresetSource {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-preset-'));
  try {
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--', named], options);
    const [tarball] = readdirSync(folder);
    if (tarball === undefined) throw new Error('npm fetched nothing');
    const fileIn = (path: string): string =>
      execFileSync('tar', ['-xzOf', tarball, '--', `package/${path}`], { ...options, maxBuffer: largest });
    return presetIn(JSON.parse(fileIn('package.json')), fileIn);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${named} cannot be read from npm: ${messageOf(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const largest = 1024 * 1024;

/** `"permesso": { "preset": "preset.yaml" }` in its package.json names the file. */
function presetIn(manifest: unknown, fileIn: (path: string) => string): PresetSource {
  const named =
    isRecord(manifest) && isRecord(manifest['permesso']) ? manifest['permesso']['preset'] : undefined;
  if (!isRecord(manifest) || typeof named !== 'string')
    throw new UsageError('the package brings no preset: its package.json has no `permesso.preset`');
  const path = posix.normalize(named);
  if (path.startsWith('..') || posix.isAbsolute(path))
    throw new UsageError(`the package names a preset outside of itself: ${named}`);
  const [name, version] = [String(manifest['name']), String(manifest['version'])];
  return sourceOf(name, `${name}@${version}`, fileIn(path));
}
