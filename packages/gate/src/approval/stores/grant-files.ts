import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { type Grant, isImmune } from '@permesso/engine/decision';
import { errorCode, readText } from '../../disk/read-text.ts';
import { isStanding } from '../answer-to-grant.ts';
import type { Denial } from '../denial.ts';
import { parseRemembered, printRemembered, type Remembered } from './grant-file.ts';
import type { SyncGrantStore } from './grant-store.ts';
import { namesInFolder, privateDirectory, publicProblem, writePrivate } from '../../disk/private-file.ts';

/** Where answers are kept on disk, and for which session. */
export interface GrantFilesOptions {
  /** This user's state directory. */
  readonly state: string;
  /** The session whose grants count; only lasting ones if absent. */
  readonly session?: string;
  /**
   * Writes a rule into a policy file, for grants that a rule can express: those for a project or the user, about
   * calls that no rule matched. Without it they are kept here too.
   */
  readonly saveRule?: (rule: SavedRule) => void | Promise<void>;
  /**
   * The project of calls from here, and what identifies it in all its worktrees: grants for the project given in one
   * worktree count in the others.
   */
  readonly worktree?: { readonly project: string; readonly repository: string };
  /** Milliseconds between checks of the directories while a request is pending. */
  readonly every?: number;
}

/** A rule that a lasting answer writes into a policy file. */
export interface SavedRule {
  readonly verdict: 'allow' | 'deny';
  readonly rule: string;
  readonly scope: 'project' | 'user';
  readonly expires?: number;
}

interface RememberedOnDisk {
  readonly file: string;
  readonly remembered: Remembered;
  /** Remaining calls of a counted grant. */
  readonly left?: number;
}

/** A remembered answer with its use so far. */
export interface RememberedFile extends RememberedOnDisk {
  readonly hits: number;
  readonly lastUsed?: number;
}

/**
 * Answers shared by the processes of a session: one file each, written atomically and removed when revoked.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { grantFiles } from '@permesso/gate/stores';
 * const gate = createGate({ policy: {}, grants: grantFiles({ state: '/var/lib/app', session: 'chat-7' }) });
 * ```
 */
export function grantFiles(options: GrantFilesOptions): SyncGrantStore {
  const lasting = join(options.state, 'grants');
  const own = options.session === undefined ? undefined : sessionDirectory(options.state, options.session);
  const directories = own === undefined ? [lasting] : [join(own, 'grants'), lasting];
  // A file never changes once it exists.
  const parsed = new Map<string, Remembered | undefined>();
  const all = (): readonly RememberedOnDisk[] =>
    directories
      .flatMap((directory) => readDirectory(directory, parsed))
      .map((found) => ({ ...found, remembered: seenFrom(options.worktree, found.remembered) }));
  const find = (id: string): RememberedOnDisk | undefined => all().find((one) => idOf(one.remembered) === id);
  const directoryFor = (scope: Grant['scope']): string => {
    if (scope !== 'session') return lasting;
    if (own === undefined) throw new Error('the call names no session, so nothing can be kept for it');
    return join(own, 'grants');
  };
  return {
    list: () =>
      all().flatMap(({ remembered, left }) =>
        remembered.kind === 'grant' && left !== 0 ? [remembered.grant] : [],
      ),
    denials: () =>
      all().flatMap(({ remembered }) => (remembered.kind === 'denial' ? [remembered.denial] : [])),
    add: async (grant) => {
      if (await saved(grant, 'allow', options)) return;
      writeRemembered(directoryFor(grant.scope), { kind: 'grant', grant, ...givenNow(grant, options) });
    },
    deny: async (denial) => {
      if (await saved(denial, 'deny', options)) return;
      writeRemembered(directoryFor(denial.scope), { kind: 'denial', denial, ...givenNow(denial, options) });
    },
    revoke: (id) => {
      const found = find(id);
      return found !== undefined && removeRemembered(found.file);
    },
    use: (id) => {
      const found = find(id);
      return found !== undefined && use(found);
    },
    watch: (changed) => watch(directories, { changed, every: options.every ?? 200 }),
  };
}

function givenNow(
  { project }: Grant | Denial,
  { worktree }: GrantFilesOptions,
): Pick<Remembered, 'at' | 'repository'> {
  const isHere = project !== undefined && project === worktree?.project;
  return { at: Date.now(), ...(isHere ? { repository: worktree.repository } : {}) };
}

/** An answer for this repository counts for this worktree, whichever one it was given in. */
function seenFrom(worktree: GrantFilesOptions['worktree'], remembered: Remembered): Remembered {
  if (worktree === undefined || remembered.repository !== worktree.repository) return remembered;
  const { project } = worktree;
  return remembered.kind === 'grant'
    ? { ...remembered, grant: { ...remembered.grant, project } }
    : { ...remembered, denial: { ...remembered.denial, project } };
}

export function sessionDirectory(state: string, session: string): string {
  return join(state, 'sessions', createHash('sha256').update(session).digest('hex').slice(0, 32));
}

/** Everything remembered on this machine: lasting answers first, then those of every session. */
export function rememberedIn(state: string): readonly RememberedFile[] {
  const sessions = join(state, 'sessions');
  const directories = [
    join(state, 'grants'),
    ...namesInFolder(sessions).map((name) => join(sessions, name, 'grants')),
  ];
  return directories.flatMap((directory) => readDirectory(directory, new Map()).map(withLife));
}

/** False if it no longer existed. Its counters are removed with it. */
export function removeRemembered(file: string): boolean {
  const gone = statSync(file, { throwIfNoEntry: false }) === undefined;
  rmSync(file, { force: true });
  const directory = join(file, '..');
  const id = file.slice(directory.length + 1, -'.json'.length);
  for (const name of namesInFolder(directory)) {
    if (name.startsWith(`${id}.`)) rmSync(join(directory, name), { force: true });
  }
  return !gone;
}

function idOf(remembered: Remembered): string {
  return remembered.kind === 'grant' ? remembered.grant.id : remembered.denial.id;
}

/**
 * A rule in a file allows what it matches and no more, so it records only answers to calls that no rule matched: an
 * allow rule never satisfies an ask rule, and has no effect in a mode that does not ask for it.
 */
async function saved(
  { id, rules, scope, callKey, expires, owner, ...rest }: Grant | Denial,
  verdict: 'allow' | 'deny',
  { saveRule }: GrantFilesOptions,
): Promise<boolean> {
  // A rule in a file applies to everyone, including other tenants.
  if (saveRule === undefined || callKey !== undefined || owner !== undefined) return false;
  if (scope !== 'project' && scope !== 'user') return false;
  // A rule in a file could not be revoked by the answer's id.
  if (isStanding(id)) return false;
  if ('answers' in rest) {
    const plain = rest.answers.every(({ because }) => because === 'no-rule' || because === 'tool-asks');
    // A rule would outlive the tool description that was approved.
    if (!plain || rest.uses !== undefined || rest.pin !== undefined || rest.givenIn === 'explore')
      return false;
  }
  for (const { text } of rules) await saveRule({ verdict, rule: text, scope, ...definedFields({ expires }) });
  return true;
}

function writeRemembered(directory: string, remembered: Remembered): void {
  if (
    remembered.kind === 'grant' &&
    remembered.grant.scope !== 'session' &&
    remembered.grant.answers.some(isImmune)
  )
    throw new Error('a safety ask is never granted beyond the session');
  privateDirectory(directory);
  const id = idOf(remembered);
  if (!/^[\w-]{1,64}$/.test(id)) throw new Error('the grant has no name that a file could bear');
  const beside = join(directory, `.${id}.${randomBytes(6).toString('hex')}`);
  writePrivate(beside, printRemembered(remembered));
  renameSync(beside, join(directory, `${id}${remembered.kind === 'denial' ? '.deny' : ''}.json`));
}

function readDirectory(
  directory: string,
  parsed: Map<string, Remembered | undefined>,
): readonly RememberedOnDisk[] {
  // Anyone with write access here could grant anything, so then no grant here counts. A denial counts no matter who wrote
  // it.
  const trusted = publicProblem(directory) === undefined;
  const names = namesInFolder(directory);
  return names.flatMap((name) => {
    const [, id, denies] = /^([\w-]{1,64})(\.deny)?\.json$/.exec(name) ?? [];
    if (id === undefined || (denies === undefined && !trusted)) return [];
    const file = join(directory, name);
    const remembered = parsed.get(file) ?? readRemembered(file, { id, denies: denies !== undefined });
    parsed.set(file, remembered);
    return remembered === undefined ? [] : [{ file, remembered, ...leftOf(remembered, names) }];
  });
}

function leftOf(remembered: Remembered, names: readonly string[]): Pick<RememberedOnDisk, 'left'> {
  if (remembered.kind !== 'grant' || remembered.grant.uses === undefined) return {};
  const { id, uses } = remembered.grant;
  const used = names.filter((name) => name.startsWith(`${id}.use.`)).length;
  return { left: Math.max(0, uses - used) };
}

/**
 * An unreadable grant does not count. An unreadable denial is not ignored: nothing is decided until it is removed.
 */
function readRemembered(
  file: string,
  { id, denies }: { readonly id: string; readonly denies: boolean },
): Remembered | undefined {
  const read = readText(file);
  // Revoked since the directory was read.
  if ('missing' in read) return undefined;
  const remembered = 'text' in read ? parseRemembered(read.text, id) : undefined;
  if (denies && remembered?.kind !== 'denial')
    throw new Error(`a remembered denial cannot be read: fix or remove ${file}`);
  return denies || remembered?.kind === 'grant' ? remembered : undefined;
}

function withLife(found: RememberedOnDisk): RememberedFile {
  const hits = statSync(`${stemOf(found)}.hits`, { throwIfNoEntry: false });
  return { ...found, hits: hits?.size ?? 0, ...(hits === undefined ? {} : { lastUsed: hits.mtimeMs }) };
}

function stemOf({ file }: RememberedOnDisk): string {
  return file.slice(0, -'.json'.length);
}

/**
 * Appends one byte per call, so that processes cannot overwrite each other's counts; a counted use needs its own
 * file.
 */
function use(found: RememberedOnDisk): boolean {
  const stem = stemOf(found);
  const { remembered } = found;
  const uses = remembered.kind === 'grant' ? remembered.grant.uses : undefined;
  if (uses !== undefined && !claim(stem, uses)) return false;
  appendFileSync(`${stem}.hits`, '.', { mode: 0o600 });
  return true;
}

function claim(stem: string, uses: number): boolean {
  for (let place = 1; place <= uses; place++) {
    try {
      writePrivate(`${stem}.use.${place}`, '');
      return true;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
  return false;
}

function watch(
  directories: readonly string[],
  { changed, every }: { readonly changed: () => void; readonly every: number },
): () => void {
  const state = (): string =>
    JSON.stringify(
      directories.map((directory) => namesInFolder(directory).filter((name) => name.endsWith('.json'))),
    );
  let last = state();
  const timer = setInterval(() => {
    const now = state();
    if (now === last) return;
    last = now;
    changed();
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
