import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { isAtOrBelow } from '../read-profile.ts';
import { textOf, type SeatbeltPlan, type Term } from './read-seatbelt.ts';

/** What the profile must express: real paths. */
export interface SeatbeltDemand {
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  readonly hidden: readonly string[];
  readonly hasHosts: boolean;
  /** The engine's own folder: it makes places there and in `/tmp/claude` writable, which are closed again behind its profile. */
  readonly runFolder: string;
}

/**
 * Everything that the engine grants beside files and the network, by its digest: processes and signals inside, named services of the
 * system, shared memory, names of the kernel's settings. One statement more, less or different is another profile.
 */
const grantsDigest = '584d060c612ecac3d7242a5172a5c1ed7d49ed27513dfc318be8945a60877776';

const fileOperations = [
  'file-read*',
  'file-write*',
  'file-read-metadata',
  'file-write-unlink',
  'file-write-create',
];
const writes = ['file-write*', 'file-write-unlink', 'file-write-create'];

/** Of everything in a profile that does not depend on the command: where it changes, earlier proofs are worth nothing. */
export function seatbeltDigest(): string {
  return digestOf([grantsDigest, closingStatements('')]);
}

/** Places to write to that hold nothing: what a program prints to. */
const devices = ['stdout', 'stderr', 'null', 'tty', 'dtracehelper', 'autofs_nowait'].map(
  (name) => `/dev/${name}`,
);

interface FileRule {
  readonly allows: boolean;
  readonly operations: readonly string[];
  readonly filters: readonly Term[];
}

/** Why the engine's profile is not the sandbox that was asked for. Nothing where it is. */
export function seatbeltProblem(plan: SeatbeltPlan, demand: SeatbeltDemand): string | undefined {
  const [version, first, ...rest] = plan.statements;
  if (!isSame(version, ['version', '1'])) return 'the engine wrote a profile of another version';
  if (!isSame(first, ['deny', 'default'])) return 'the engine did not start from denying everything';
  const rules = rest.map(readRule);
  const grants: Term[] = [];
  const files: FileRule[] = [];
  const network: Term[] = [];
  for (const [at, rule] of rules.entries()) {
    const statement = rest[at] ?? [];
    if (rule !== undefined && rule.operations.every((each) => fileOperations.includes(each)))
      files.push(rule);
    else if (rule?.operations.some((each) => each.startsWith('network')) === true) network.push(statement);
    else grants.push(statement);
  }
  if (digestOf(grants) !== grantsDigest)
    return 'the engine grants something else than it did when its profile was read';
  const strange = [...plan.variables.keys()].find((name) => !isKnownVariable(name, demand));
  if (strange !== undefined) return `the engine set the variable ${strange}`;
  return networkProblem(network, { plan, demand }) ?? filesProblem(files, demand);
}

function isSame(term: Term | undefined, expected: Term): boolean {
  return JSON.stringify(term) === JSON.stringify(expected);
}

function digestOf(terms: readonly Term[]): string {
  return createHash('sha256').update(JSON.stringify(terms)).digest('hex');
}

/** `(allow OPERATION... FILTER...)`. */
function readRule(term: Term): FileRule | undefined {
  if (typeof term === 'string') return undefined;
  const [action, ...more] = term;
  const operations = more.filter((each) => typeof each === 'string');
  const filters = more.slice(operations.length);
  if ((action !== 'allow' && action !== 'deny') || filters.some((each) => typeof each === 'string'))
    return undefined;
  return { allows: action === 'allow', operations, filters };
}

const proxyVariable =
  /^(?:(?:\w+_)?(?:PROXY|proxy)|CLOUDSDK_PROXY_\w+|GIT_CONFIG_PARAMETERS|GIT_SSH_COMMAND|JAVA_TOOL_OPTIONS|SRT_SSH_PROXY_COMMAND)$/u;

/** Another one may run code before the command: `BASH_ENV`. */
function isKnownVariable(name: string, { hasHosts }: SeatbeltDemand): boolean {
  return ['SANDBOX_RUNTIME', 'TMPDIR'].includes(name) || (hasHosts && proxyVariable.test(name));
}

interface NetworkCheck {
  readonly plan: SeatbeltPlan;
  readonly demand: SeatbeltDemand;
}

/** None, or the one port of the engine's proxy that the variables name too. */
function networkProblem(network: readonly Term[], { plan, demand }: NetworkCheck): string | undefined {
  if (!demand.hasHosts) return network.length === 0 ? undefined : 'the engine opened the network';
  const port = /@localhost:(\d+)$/u.exec(plan.variables.get('HTTPS_PROXY') ?? '')?.[1];
  const place = `"localhost:${port}`;
  const expected: readonly Term[] = [
    ['allow', 'network-bind', ['local', 'ip', place]],
    ['allow', 'network-inbound', ['local', 'ip', place]],
    ['allow', 'network-outbound', ['remote', 'ip', place]],
  ];
  return port !== undefined && isSame(network, expected)
    ? undefined
    : 'the engine opened more than its proxy';
}

function filesProblem(rules: readonly FileRule[], demand: SeatbeltDemand): string | undefined {
  for (const rule of rules) {
    const unknown = rule.filters.find((filter) => !isKnownFilter(filter, rule));
    if (unknown !== undefined || !isKnownRule(rule))
      return 'the engine wrote a statement about files of an unknown form';
    const wide =
      rule.allows && rule.operations.some((each) => writes.includes(each))
        ? firstWide(rule, demand)
        : undefined;
    if (wide !== undefined) return `the engine made ${wide} writable`;
  }
  const { writable, readOnly, hidden } = demand;
  const opens = (operation: string, path: string): boolean =>
    readings.some((decides) => decides(rules, { operation, path }));
  const isClosed = (path: string): boolean =>
    !writes.some((each) => opens(each, path) || opens(each, `${path}/x`));
  const canMove = (path: string): boolean =>
    above(path, writable).some((each) => opens('file-write-unlink', each));
  const shut = writable.find(
    (path) =>
      !readings.every((decides) =>
        writes.every((operation) => decides(rules, { operation, path: `${path}/x` })),
      ),
  );
  if (shut !== undefined) return `${shut} is not writable in the engine's profile`;
  const changed = readOnly.find((path) => !isClosed(path) || canMove(path));
  if (changed !== undefined) return `${changed} stays writable in the engine's profile`;
  const shown = hidden.find(
    (path) =>
      opens('file-read*', path) ||
      opens('file-read*', `${path}/x`) ||
      opens('file-write-unlink', path) ||
      canMove(path),
  );
  return shown === undefined ? undefined : `${shown} stays readable in the engine's profile`;
}

/** All statements without a place, beside those about places: reading anything, and telling that a directory is there. */
function isKnownRule({ allows, operations, filters }: FileRule): boolean {
  if (filters.length === 0) return allows && isSame(operations, ['file-read*']);
  return operations.length > 0;
}

function isKnownFilter(filter: Term, { allows, operations }: FileRule): boolean {
  if (isSame(filter, ['vnode-type', 'DIRECTORY']))
    return allows && isSame(operations, ['file-read-metadata']);
  const [kind, text, ...more] = filter;
  // What is allowed is a place by its name; what is denied may be a pattern.
  const kinds = allows ? ['subpath'] : ['subpath', 'literal', 'regex'];
  return typeof kind === 'string' && kinds.includes(kind) && textOf(text) !== undefined && more.length === 0;
}

function firstWide({ filters }: FileRule, { writable, runFolder }: SeatbeltDemand): string | undefined {
  const own = enginesPlaces(runFolder);
  return filters
    .map((filter) => textOf(filter[1]) ?? '')
    .find(
      (path) =>
        !writable.includes(path) && !devices.includes(path) && !own.some((each) => isAtOrBelow(path, each)),
    );
}

/** What the engine makes writable for itself. */
function enginesPlaces(runFolder: string): readonly string[] {
  return ['/tmp/claude', '/private/tmp/claude', runFolder];
}

/**
 * What is added behind the engine's profile, where the last statement decides. It only denies: the engine's own places, every terminal
 * (with one, a command could type into the shell that started it), the keychain, and other programs.
 */
export function closingStatements(runFolder: string): string {
  const own = enginesPlaces(runFolder).map((path) => `(subpath ${JSON.stringify(path)})`);
  const services = [
    'SecurityServer',
    'securityd.xpc',
    'coreservices.launchservicesd',
    'distributed_notifications@Uv3',
  ];
  return [
    '',
    `(deny file-write* file-write-unlink file-write-create ${own.join(' ')})`,
    '(deny file-ioctl file-read* file-write* (literal "/dev/tty") (regex "^/dev/ttys"))',
    `(deny mach-lookup ${services.map((name) => `(global-name "com.apple.${name}")`).join(' ')})`,
    '(deny distributed-notification-post)',
    '',
  ].join('\n');
}

/** The directories above a place that a command could move away, with the place in it. */
function above(path: string, writable: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (
    let at = dirname(path);
    writable.some((root) => at !== root && isAtOrBelow(at, root));
    at = dirname(at)
  )
    found.push(at);
  return found;
}

interface FileQuestion {
  readonly operation: string;
  readonly path: string;
}

/**
 * Both ways in which the system may weigh statements: the last that matches decides, or the last that names the operation itself. The
 * profile must say the same in both.
 */
const readings = [lastOf, lastByName];

function lastOf(rules: readonly FileRule[], question: FileQuestion): boolean {
  return rules.findLast((rule) => concerns(rule, question))?.allows === true;
}

function lastByName(rules: readonly FileRule[], question: FileQuestion): boolean {
  const byName = rules.findLast(
    (rule) => rule.operations.includes(question.operation) && concerns(rule, question),
  );
  return byName === undefined ? lastOf(rules, question) : byName.allows;
}

function concerns({ operations, filters }: FileRule, { operation, path }: FileQuestion): boolean {
  const named = operations.some(
    (each) => each === operation || (each === 'file-write*' && writes.includes(operation)),
  );
  return named && (filters.length === 0 || filters.some((filter) => matches(filter, path)));
}

function matches(filter: Term, path: string): boolean {
  const [kind] = filter;
  const text = textOf(filter[1]);
  if (text === undefined) return false;
  if (kind === 'subpath') return isAtOrBelow(path, text);
  return kind === 'literal' ? path === text : new RegExp(text, 'u').test(path);
}
