import { definedFields } from '../call/defined-fields.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { Access, HostAccess, PathAccess } from '../facts/access.ts';
import { effectTable, graveEffects } from '../facts/effect.ts';
import type { Facts, Part } from '../facts/part.ts';
import { isUnder } from '../facts/paths/contains.ts';
import type { PathFact } from '../facts/paths/path-fact.ts';
import { literalOf } from '../facts/shell/read/words/word.ts';
import { readUrl } from '../facts/urls/read-url.ts';
import type { UrlFact } from '../facts/urls/url-fact.ts';
import { parseHostPattern } from '../policy/patterns/host-pattern.ts';
import { hostGroups } from '../policy/sandbox-settings.ts';
import type { World } from '../world/world.ts';
import { needOf } from './find-need.ts';
import { deviceNeed, type OutsideNeed } from './outside-needs.ts';

/** What a sandboxed call can reach, as far as it is known without reading files. */
export interface Reach {
  readonly writable: readonly string[];
  readonly hosts: readonly string[];
}

export interface FitContext {
  readonly call: ToolCall;
  readonly facts: Facts;
  readonly world: World;
  readonly reach: Reach;
}

/** Why a part does not run sandboxed without a prompt. */
export interface Unfit {
  readonly why: string;
  /** It could run inside, but nobody would want that without a prompt. Where a rule allows it, it does run there. */
  readonly isPossible?: true;
  /** A host or host group that is not listed, if nothing else prevents it. */
  readonly host?: string;
}

/** Undefined if a sandbox holds the part. Impossible actions come first. */
export function unfitReason(part: Part, about: FitContext): Unfit | undefined {
  const hard = impossibleReason(part, about);
  if (hard !== undefined) return { why: hard, ...closedHost(part, about) };
  const soft = unwantedReason(part, about);
  return soft === undefined ? undefined : { why: soft, isPossible: true };
}

/** The one host that would have to be open for the part to run sandboxed. Found by opening it and judging again. */
function closedHost(part: Part, about: FitContext): Pick<Unfit, 'host'> {
  const host = hostsNamed(part, about).find((name) => {
    const hosts = [...about.reach.hosts, ...(hostGroups.get(name) ?? [name])];
    const reach = { ...about.reach, hosts };
    return (
      impossibleReason(part, { ...about, reach }) === undefined &&
      unwantedReason(part, { ...about, reach }) === undefined
    );
  });
  return definedFields({ host });
}

function hostsNamed({ subject, accesses }: Part, { reach }: FitContext): readonly string[] {
  const words = subject.kind === 'command' ? subject.words.map((word) => literalOf(word) ?? '') : [];
  const urls = [
    ...accesses.flatMap((access) => (access.kind === 'network' ? [access.url] : [])),
    ...words.flatMap((text) => addressIn(text) ?? []),
  ];
  const named = urls.flatMap((url) => (url.known && !isListed(url.host, reach) ? [url.host] : []));
  // Groups come last, because they open more than the call needs.
  return [...new Set(named), ...hostGroups.keys()];
}

/**
 * A grave effect in a command's row needs a person, even if a sandbox would stop it. Changes to the machine do not, because
 * they are impossible from inside. Removals of files are judged file by file.
 */
function gravelyNamed(part: Part): string | undefined {
  const found = part.effects?.find(
    ({ effect, possible, access }) =>
      possible !== true &&
      access === undefined &&
      ((graveEffects.has(effect) && effect !== 'machine') || effect === 'secret'),
  );
  return found === undefined ? undefined : `it ${effectTable[found.effect].says}`;
}

function unwantedReason(part: Part, about: FitContext): string | undefined {
  const isOwn = needsOwn(part, about);
  const named = isOwn ? undefined : gravelyNamed(part);
  if (named !== undefined) return named;
  for (const access of part.accesses) {
    if (access.kind === 'destroy' && !isOwn) return `it cannot be undone (${access.what})`;
    // `./sensors --listen 127.0.0.1:7070` is more likely a server than a client; a client only fails inside.
    const isSaid = access.kind === 'network' && access.perhaps !== true;
    if (isSaid && isLoopback(access.url) && !isAmongOwn(part, about))
      return 'a sandbox has a localhost of its own';
    const why = access.kind === 'delete' ? unfitDelete(access, about) : undefined;
    if (why !== undefined) return why;
  }
  return unwantedCommand(part);
}

function unwantedCommand({ subject, readOnly }: Part): string | undefined {
  if (subject.kind !== 'command' || readOnly) return undefined;
  // Inside, project data can be deleted, and a listed host may be one to publish to.
  const [risk] = subject.risks ?? [];
  if (risk !== undefined) return risk.why;
  const need = needOf(subject);
  return need?.possible === true ? `it needs ${need.needs}` : undefined;
}

function impossibleReason(part: Part, about: FitContext): string | undefined {
  if (about.facts.kind !== 'shell' || part.carried !== undefined) return 'only shell commands run sandboxed';
  const odd = Object.keys(about.call.input).find((name) => !plainArguments.has(name));
  if (odd !== undefined) return `the argument ${odd} may change what runs`;
  for (const access of part.accesses) {
    const why = unfitEffect(access, about);
    if (why !== undefined) return why;
  }
  return part.subject.kind === 'command' ? unfitCommand(part, about) : undefined;
}

const plainArguments: ReadonlySet<string> = new Set([
  'command',
  'description',
  'timeout',
  'run_in_background',
]);

/**
 * Whether the call may still run when a later one changes what it loads: `sleep 60 && docker compose up` in the background. A single
 * `&` in quotes counts, too.
 */
export function mayGoOn({ input }: ToolCall): boolean {
  const { command, run_in_background: inBackground = false } = input;
  const isOdd = Object.keys(input).some((name) => !plainArguments.has(name));
  const text = String(command).replaceAll(/&&|[<>]&|&>/gu, '');
  return isOdd || inBackground !== false || /&|\bsetsid\b/u.test(text);
}

/**
 * The servers and processes that it can address run in the same sandbox: of the session, or started in the background before
 * it.
 */
function isAmongOwn({ span }: Part, { call, world }: FitContext): boolean {
  if (world.sandbox?.session === true) return true;
  const { command } = call.input;
  if (span === undefined || typeof command !== 'string') return false;
  // If this guess is wrong, the command only fails inside.
  return /(?<![&<>|])&(?![&>\d])|\s--(?:daemon(?:ize)?|background|fork)\b/u.test(
    command.slice(0, span.start),
  );
}

/** It needs only processes or servers, and they are in the same sandbox. */
function needsOwn(part: Part, about: FitContext): boolean {
  const need = part.subject.kind === 'command' ? needOf(part.subject) : undefined;
  const urls = part.accesses.flatMap((access) => (access.kind === 'network' ? [access.url] : []));
  const isLocal = need?.onlyHosts === true && urls.length > 0 && urls.every(isLocalPage);
  return (need?.processes === true || isLocal) && isAmongOwn(part, about);
}

function unfitCommand(part: Part, about: FitContext): string | undefined {
  const { reach } = about;
  const { subject } = part;
  if (subject.kind !== 'command') return undefined;
  if (nameOf(part) === 'git')
    return part.readOnly ? undefined : 'it writes the repository, which is read-only in a sandbox';
  const need = needOf(subject);
  const isNeed =
    need !== undefined &&
    need.possible !== true &&
    need.inside !== true &&
    !part.readOnly &&
    !needsOwn(part, about) &&
    !isUnneeded(part, need);
  if (isNeed && need.hosts?.every((host) => isListed(host, reach)) !== true) return `it needs ${need.needs}`;
  return subject.words
    .map((word) => closedAddress(literalOf(word) ?? '', reach))
    .find((why) => why !== undefined);
}

/**
 * Other uses of the program need it, but this one only prints, stays on this machine by its row (`wrangler deploy --dry-run`),
 * or reads the files that it names (`esptool.py image_info app.bin`). If a row is wrong, the command only fails inside.
 */
function isUnneeded(part: Part, { needs, onlyHosts, runsNoCode }: OutsideNeed): boolean {
  const { subject, effects = [], accesses } = part;
  const words = subject.kind === 'command' ? subject.words : [];
  if (words.length === 2 && /^(?:--version|--help|-V)$/u.test(literalOf(words[1]) ?? '')) return true;
  const stays = (of: ReadonlySet<string>): boolean =>
    effects.length > 0 && effects.every(({ effect, possible }) => possible !== true && of.has(effect));
  if (onlyHosts === true) return runsNoCode !== true && stays(localEffects);
  const isFile = (access: Access): boolean =>
    access.kind === 'read' && access.path.known && !isUnder(access.path.written, '/dev');
  return needs === deviceNeed && accesses.length > 0 && accesses.every(isFile) && stays(reading);
}

const localEffects: ReadonlySet<string> = new Set(['read', 'edit', 'delete', 'run', 'serve']);
const reading: ReadonlySet<string> = new Set(['read']);

/** A URL within a word, also in program text: inside the sandbox it would only fail. */
function closedAddress(text: string, reach: Reach): string | undefined {
  const url = addressIn(text);
  if (url === undefined || isLoopback(url) || isOpen(url, reach)) return undefined;
  return `${url.written} is not a listed host`;
}

function addressIn(text: string): (UrlFact & { readonly written: string }) | undefined {
  // `trailmate://route/42` is an app link.
  const written = networkAddress.exec(text)?.[0];
  return written === undefined ? undefined : { ...readUrl(written), written };
}

const networkAddress =
  /(?<![a-z\d+.-])(?:https?|wss?|grpcs?|s?ftps?|ssh|git|svn|rsync|tcp|udp|tls|s3|gs|abfss?|hdfs|oci|docker|postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|nats|kafka|ldaps?|smb|smtps?|imaps?)(?:\+[a-z\d]+)*:\/\/[^\s'"`\\)]+/iu;

export function nameOf({ subject }: Part): string | undefined {
  return subject.kind === 'command' ? literalOf(subject.words[0]) : undefined;
}

function unfitEffect(access: Access, about: FitContext): string | undefined {
  switch (access.kind) {
    case 'read':
      return unfitRead(access, about);
    case 'write':
      return access.perhaps === true || isInside(access.path, about)
        ? undefined
        : 'it writes outside the sandbox';
    case 'delete':
      return access.perhaps === true || isInside(access.path, about)
        ? undefined
        : 'it deletes outside the sandbox';
    case 'network':
      return unfitNetwork(access, about);
    case 'destroy':
    case 'environment':
    case 'execute':
      return undefined;
  }
}

/** A personal file that the call names is not the project's: the person is asked, although the sandbox could read it. */
function unfitRead({ path }: PathAccess, { world, reach }: FitContext): string | undefined {
  const names = spellingsOf(path);
  const isForeign = names.some(
    (name) =>
      isUnder(name, world.home) &&
      !packageCache.test(name.slice(world.home.length)) &&
      name !== world.home &&
      ![...reach.writable, ...world.workingDirectories].some((directory) => isUnder(name, directory)),
  );
  return isForeign ? 'it reads a file of the home directory that is not in a working directory' : undefined;
}

/** Third-party code that package managers cache, without credentials. */
const packageCache =
  /^\/(?:\.m2\/repository|\.cargo\/registry|go\/pkg\/mod|\.gradle\/caches|\.nuget\/packages|\.npm\/_cacache|\.cache\/(?:pip|uv|go-build))(?:\/|$)/u;

function unfitDelete({ path, perhaps, moved }: PathAccess, about: FitContext): string | undefined {
  if (perhaps === true) return undefined;
  if (moved === true || spellingsOf(path).every(isScratchName)) return undefined;
  const { recoverable, keeps } = about.world;
  const real = path.known && typeof path.real === 'string' ? path.real : undefined;
  const isFound = path.known && path.found === true;
  const isKept =
    real !== undefined && (recoverable?.(real) === true || (!isFound && keeps?.({ path: real }) === 'kept'));
  return isKept ? undefined : 'it deletes what cannot be brought back';
}

function unfitNetwork({ url, perhaps }: HostAccess, { reach }: FitContext): string | undefined {
  // A word that only looks like a host, or a host on this machine.
  if (perhaps === true || isLoopback(url)) return undefined;
  // The hosts that a package manager fetches from are listed in its row.
  if (!url.known)
    return /registry|index/u.test(url.reason) ? undefined : 'it reaches hosts that are not known';
  return isOpen(url, reach) ? undefined : `${url.host} is not a listed host`;
}

/** Inside, a server of the same call answers; a server of another call does not. */
function isLoopback(url: UrlFact): boolean {
  return (
    url.known && (url.host === 'localhost' || url.host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(url.host))
  );
}

/** A local database is different: it holds somebody's data. */
function isLocalPage(url: UrlFact): boolean {
  return url.known && isLoopback(url) && /^https?$/u.test(url.scheme);
}

function isOpen(url: UrlFact, reach: Reach): boolean {
  if (!url.known) return false;
  if (url.scheme === 'file') return true;
  return /^(?:https?|git|wss?|sparse\+https)$/u.test(url.scheme) && isListed(url.host, reach);
}

function isListed(host: string, { hosts }: Reach): boolean {
  return hosts.some((each) => {
    const listed = parseHostPattern(each);
    if ('error' in listed) return false;
    return listed.subdomains ? host.endsWith(`.${listed.host}`) : host === listed.host;
  });
}

/** Checks every name of the path: a link that leads out of the project is not inside. */
function isInside(path: PathFact, { reach }: FitContext): boolean {
  if (path.known && typeof path.real !== 'string') return false;
  const names = spellingsOf(path);
  return (
    names.length > 0 &&
    names.every(
      (name) =>
        isScratchName(name) ||
        sinks.test(name) ||
        reach.writable.some((directory) => name !== directory && isUnder(name, directory)),
    )
  );
}

const sinks = /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|fd\/\d+)$/u;

/** The session's scratch directory is mounted at /tmp. */
function isScratchName(name: string): boolean {
  return name.startsWith('/tmp/') || name.startsWith('/private/tmp/');
}

/** As written, and as resolved; for a pattern, its fixed prefix. */
function spellingsOf(path: PathFact): readonly string[] {
  if (path.known) return typeof path.real === 'string' ? [path.written, path.real] : [path.written];
  const text = path.glob ?? path.starts ?? path.near;
  if (text === undefined) return [];
  const fixed = /^[^*?[]*/u.exec(text)?.[0] ?? '';
  return fixed.includes('/') ? [fixed] : [];
}
