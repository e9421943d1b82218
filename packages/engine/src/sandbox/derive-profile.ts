import { definedFields } from '../call/defined-fields.ts';
import { isUnder } from '../facts/paths/contains.ts';
import { isAbsolute } from '../facts/paths/normalise.ts';
import { realPath } from '../facts/paths/real-path.ts';
import {
  parseHostPattern,
  portIncludes,
  printHostPattern,
  type HostPattern,
} from '../policy/patterns/host-pattern.ts';
import type { Rule } from '../policy/rules/rule.ts';
import type { SandboxHost } from '../policy/sandbox-settings.ts';
import { emptySession, hasLabel } from '../session/session.ts';
import type { World } from '../world/world.ts';
import { placesToKeep } from './places-to-keep.ts';
import type { Deriving, ProfileLine, SandboxProfile } from './sandbox-profile.ts';

export interface Derivation {
  readonly profile: SandboxProfile;
  readonly lines: readonly ProfileLine[];
  /** Why no engine could enforce it. A call is not run sandboxed with such a profile. */
  readonly problems: readonly string[];
}

/** Derives what a sandboxed call may reach under this policy on this machine. Pure: the same input gives the same profile. */
export function deriveProfile(deriving: Deriving): Derivation {
  const open = openPlaces(deriving);
  const kept = placesToKeep({ ...deriving, writable: open.writable });
  const lines = [...open.lines, ...kept.lines];
  const of = (name: keyof SandboxProfile): readonly string[] => [
    ...new Set(lines.filter((line) => line.in === name).map(({ value }) => value)),
  ];
  return {
    profile: {
      writable: of('writable'),
      readOnly: of('readOnly').toSorted(),
      hidden: of('hidden').toSorted(),
      hosts: of('hosts'),
      environment: of('environment'),
    },
    lines: distinct(lines),
    problems: [...open.problems, ...kept.problems],
  };
}

/** What a profile opens. Known without reading a single file, so a replay knows it too. */
export interface OpenPlaces {
  readonly writable: readonly string[];
  readonly hosts: readonly string[];
  readonly lines: readonly ProfileLine[];
  readonly problems: readonly string[];
}

export function openPlaces({ policy, world, mode, session = emptySession }: Deriving): OpenPlaces {
  const problems: string[] = [];
  const directories =
    mode === 'explore' ? [] : world.workingDirectories.flatMap((each) => writableIn(each, world, problems));
  if (policy.rules.some((rule) => isLive(rule, world) && closesKind(rule, 'write')))
    problems.push('a rule denies or asks about every edit');
  if (policy.rules.some((rule) => isLive(rule, world) && closesKind(rule, 'read')))
    problems.push('a rule denies or asks about every read');
  const hosts = policy.sandbox.hosts.filter(
    ({ host, expires }) =>
      (expires === undefined || world.now < expires) &&
      !policy.rules.some((rule) => isLive(rule, world) && closesHost(rule, host)) &&
      policy.sandbox.after.every(
        ({ label, hosts: open }) =>
          !hasLabel(session, label) || open.some((pattern) => coversListed(pattern, host)),
      ),
  );
  const writable = [...new Set(directories)];
  return {
    writable,
    hosts: [...new Set(hosts.map(({ host }) => host))],
    lines: [
      ...writable.map((value): ProfileLine => ({ in: 'writable', value, because: 'a working directory' })),
      ...hosts.map(hostLine),
      ...keptEnvironment.map(({ name, of }): ProfileLine => ({
        in: 'environment',
        value: name,
        because: of,
      })),
    ],
    problems,
  };
}

function hostLine({ host, group, layer, file }: SandboxHost): ProfileLine {
  const because =
    layer === 'call'
      ? 'a package registry that the call needs'
      : `sandbox.hosts of the ${layer} policy${group === undefined ? '' : ` (${group})`}`;
  return { in: 'hosts', value: host, because, ...definedFields({ file }) };
}

/** Uses the name that the kernel uses: a bind mount follows links, and a later call may find them pointing elsewhere. */
function writableIn(directory: string, world: World, problems: string[]): readonly string[] {
  if (!isAbsolute(directory)) {
    problems.push(`the working directory ${directory} is relative`);
    return [];
  }
  const real = realPath(directory, world);
  if (typeof real !== 'string') {
    problems.push(`where ${directory} leads is not known: ${real.unknown}`);
    return [];
  }
  const home = realPath(world.home, world);
  if (real === '/' || isUnder(world.home, real) || (typeof home === 'string' && isUnder(home, real))) {
    problems.push(`the working directory ${directory} holds the home directory`);
    return [];
  }
  return [real];
}

function isLive({ expires }: Rule, { now }: World): boolean {
  return expires === undefined || now < expires;
}

function closesKind({ verdict, pattern }: Rule, kind: 'read' | 'write'): boolean {
  return verdict !== 'allow' && pattern.about === 'kind' && pattern.of === kind;
}

/** A listed host that a deny or ask rule also matches stays closed: the stricter of the two counts. */
function closesHost({ verdict, pattern }: Rule, host: string): boolean {
  if (verdict === 'allow') return false;
  if (pattern.about === 'kind') return pattern.of === 'url';
  if (pattern.about !== 'host') return false;
  const listed = parseHostPattern(host);
  return 'error' in listed || overlap(listed, pattern.host);
}

/** Whether every host that the listed pattern matches stays open. */
function coversListed(open: string, host: string): boolean {
  const [wide, listed] = [parseHostPattern(open), parseHostPattern(host)];
  if ('error' in wide || 'error' in listed) return false;
  if (!wide.subdomains) return printHostPattern(wide) === printHostPattern(listed);
  const isBelow = listed.host.endsWith(`.${wide.host}`) || (listed.subdomains && listed.host === wide.host);
  return isBelow && portIncludes(wide.port, listed.port);
}

function overlap(listed: HostPattern, ruled: HostPattern): boolean {
  const isBelow = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`);
  return isBelow(listed.host, ruled.host) || (listed.subdomains && isBelow(ruled.host, listed.host));
}

function distinct(lines: readonly ProfileLine[]): readonly ProfileLine[] {
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

/**
 * Variables that a sandboxed call keeps, by purpose. All others are removed before the engine starts: most secrets of a machine
 * are in variables that nobody listed.
 */
const rows: readonly { readonly of: string; readonly names: string }[] = [
  { of: 'the user and the shell', names: 'HOME USER LOGNAME SHELL PATH PWD OLDPWD SHLVL HOSTNAME' },
  {
    of: 'language and time',
    names: 'LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES LC_NUMERIC LC_TIME LC_COLLATE LC_MONETARY TZ',
  },
  { of: 'how output looks', names: 'TERM COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CI' },
  { of: 'directories for passing files', names: 'TMPDIR TEMP TMP' },
  {
    of: 'where tools are installed',
    names:
      'VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT JAVA_HOME GOROOT GOPATH GOTOOLCHAIN CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN NVM_DIR NVM_BIN VOLTA_HOME FNM_DIR PNPM_HOME BUN_INSTALL RBENV_ROOT GEM_HOME ANDROID_HOME DOTNET_ROOT',
  },
  { of: 'how a project runs', names: 'NODE_ENV PYTHONPATH PYTHONUNBUFFERED RUST_BACKTRACE RUST_LOG' },
];

const keptEnvironment: readonly { readonly name: string; readonly of: string }[] = rows.flatMap(
  ({ of, names }) => names.split(' ').map((name) => ({ name, of })),
);
