import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { errorCode } from '../disk/read-text.ts';
import { trustedPlaces, type Engine } from './find-engine.ts';
import { badProfile, isAtOrBelow, readProfile, type SandboxProfile } from './read-profile.ts';
import { SandboxRefused } from './refusal.ts';
import { mayStandAtTmp } from './session-scratch.ts';

/** A profile in the real paths of this moment, ready for the engine. */
export interface Prepared {
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  readonly hidden: readonly string[];
  readonly hosts: readonly string[];
  readonly environment: readonly string[];
  readonly cwd: string;
  readonly scratchAtTmp: boolean;
}

export interface PrepareOptions {
  readonly engine: Engine;
  readonly cwd: string;
  /** Permesso's own folders: a command that could write there would decide about the next. */
  readonly own: readonly string[];
}

export function prepareProfile(given: SandboxProfile, { engine, cwd, own }: PrepareOptions): Prepared {
  const profile = readProfile(given);
  const writable = profile.writable.map((path) => directoryAt(path));
  for (const place of [...trustedPlaces(engine), ...own]) refuseInside(place, writable);
  const hidden = profile.hidden.flatMap((path) => hiddenAt(path) ?? []);
  const hosts = profile.hosts.map(checkHost);
  const readOnly = profile.readOnly.flatMap((path) => protectedInside(path, writable) ?? []);
  const scratchAtTmp = mayStandAtTmp([...writable, ...readOnly]);
  return {
    writable,
    readOnly,
    // What lies in the machine's /tmp cannot be seen where the scratch directory is there.
    hidden: hidden.filter((path) => !scratchAtTmp || !isAtOrBelow(path, '/tmp')),
    hosts,
    environment: profile.environment,
    cwd: directoryAt(cwd),
    scratchAtTmp,
  };
}

function directoryAt(path: string): string {
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw badProfile(`${path} cannot be reached (${errorCode(error)})`);
  }
  throw badProfile(`${path} is not a directory`);
}

function refuseInside(place: string, writable: readonly string[]): void {
  const inside = writable.find((directory) => isAtOrBelow(place, directory));
  if (inside === undefined) return;
  throw new SandboxRefused('engine inside', {
    message: `${place} lies in ${inside}, where a sandboxed command may write: it could change what runs the next one.`,
    fix: 'install Permesso and the engine outside of your projects: npm install --global permesso @anthropic-ai/sandbox-runtime',
  });
}

/** Nothing where there is nothing to hide. */
function hiddenAt(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    const found = statSync(real);
    // By its other name the file would stay readable.
    if (found.isFile() && found.nlink > 1)
      throw badProfile(`${path} must be hidden and has ${found.nlink} names (hard links)`);
    return real;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** Only places inside what is writable need a mount; the rest of the disk is read-only anyway. */
function protectedInside(path: string, writable: readonly string[]): string | undefined {
  const parent = realOrParent(dirname(path));
  const spelled = `${parent === '/' ? '' : parent}/${basename(path)}`;
  const real = realOrParent(path);
  const isInside = (at: string): boolean => writable.some((directory) => isAtOrBelow(at, directory));
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  // A link cannot be mounted on: a command could put something else in its place.
  if (isLink && isInside(spelled))
    throw badProfile(`${path} is protected and a link, which a command could replace`);
  if (!isInside(real)) return undefined;
  // Where the disk folds case, the place has the name that is on the disk: a profile of macOS holds no other.
  return real === spelled ? path : real;
}

function realOrParent(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    if (parent === path || !['ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw error;
    const above = realOrParent(parent);
    return `${above === '/' ? '' : above}/${basename(path)}`;
  }
}

const local = /^(?:localhost|.*\.localhost|127\..*|0\.0\.0\.0|\[?::.*|169\.254\..*)$/i;

function checkHost(host: string): string {
  if (local.test(host)) throw badProfile(`\`hosts\` has ${host}, which is this machine`);
  if (!/^(?:\*\.)?[^*]+$/.test(host))
    throw badProfile(`\`hosts\` has ${host}: only a leading \`*.\` is understood`);
  return host;
}
