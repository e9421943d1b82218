import { definedFields } from '../call/defined-fields.ts';
import { guardedRows } from '../facts/paths/guarded-rows.ts';
import { isUnder } from '../facts/paths/contains.ts';
import { joinPath } from '../facts/paths/normalise.ts';
import { protectedRows } from '../facts/paths/protected-rows.ts';
import { protection } from '../facts/paths/protected.ts';
import { realPath } from '../facts/paths/real-path.ts';
import type { Rule } from '../policy/rules/rule.ts';
import type { World } from '../world/world.ts';
import type { Deriving, ProfileLine } from './sandbox-profile.ts';
import { isMeant, restrictingRules, startsOf, type RestrictingRule } from './restricted-paths.ts';
import { wordSet, type WordSet } from '../facts/word-set.ts';

/** What stays read-only or hidden, and why no engine could enforce it. */
export interface KeptPlaces {
  readonly lines: readonly ProfileLine[];
  readonly problems: readonly string[];
}

interface Keeping extends Deriving {
  readonly writable: readonly string[];
}

interface Look {
  readonly world: World;
  readonly reading: readonly RestrictingRule[];
  readonly writing: readonly RestrictingRule[];
  readonly lines: ProfileLine[];
  readonly problems: string[];
  left: number;
}

/** A larger tree is not searched at each call. */
const mostEntries = 20_000;

/** Directories with many files of other people. A place inside that a rule names is protected all the same. */
const crowded: WordSet = wordSet('.git node_modules .venv __pycache__ .tox .pnpm-store');

/**
 * Protected places and the files of deny and ask rules: anywhere in the working directories, at the top of the home directory,
 * and where a rule names a place. At the top of a working directory, also those that do not exist yet.
 */
export function placesToKeep({ policy, world, writable }: Keeping): KeptPlaces {
  // A recorded call had its profile derived at the time; the entry identifies it by digest.
  if (world.isRecorded === true) return { lines: [], problems: [] };
  const look: Look = {
    world,
    reading: restrictingRules(policy, { access: 'read', world }),
    writing: restrictingRules(policy, { access: 'write', world }),
    lines: [],
    problems: [],
    left: mostEntries,
  };
  if (world.holds === undefined && world.noOtherLinks !== true)
    look.problems.push('nobody can look at the files of this machine');
  for (const directory of writable) {
    for (const line of namedBelow(directory, world)) look.lines.push(line);
    walk(directory, look);
  }
  for (const rule of look.writing) keepNamed(rule, { look, writable });
  topOfHome(look, writable);
  fixedSecrets(look);
  for (const rule of look.reading) hideNamed(rule, { look, writable });
  if (look.left < 0)
    look.problems.push(`the working directories hold more than ${mostEntries} files to look at`);
  for (const { in: list, value } of look.lines)
    if (list === 'hidden' && world.hasOtherNames?.(value) === true)
      look.problems.push(`${value} is hidden and has another name (a hard link)`);
  return look;
}

/** Names of the protected table at the top of a directory. */
function namedBelow(directory: string, { entry }: World): readonly ProfileLine[] {
  const isDirectory = (path: string): boolean => entry(joinPath(directory, path)).is === 'directory';
  const free = heldFreeNames.map((name): ProfileLine => ({
    in: 'readOnly',
    value: joinPath(directory, name),
    because: `it ${obeyedReason}`,
  }));
  const rows = [...protectedRows, ...guardedRows].flatMap(({ paths, reason }) =>
    paths.flatMap((path): readonly ProfileLine[] => {
      if (!path.startsWith('**/') || /[*?[]/u.test(path.slice(3))) return [];
      const names = path
        .slice(3)
        .split('/')
        .map((name) => spelledAs.get(name) ?? name);
      const missing = names.findIndex(
        (_, at) => at < names.length - 1 && !isDirectory(names.slice(0, at + 1).join('/')),
      );
      // Holding it free would require a directory, so its dotted name stays free; plain names belong to the project.
      if (missing !== -1 && names[missing]?.startsWith('.') !== true) return [];
      const kept = missing === -1 ? names : names.slice(0, missing + 1);
      return [{ in: 'readOnly', value: joinPath(directory, kept.join('/')), because: `it ${reason}` }];
    }),
  );
  const named = new Set(rows.map(({ value }) => value));
  return [...rows, ...free.filter(({ value }) => !named.has(value))];
}

/** The table is in lower case; a file that does not exist yet gets the spelling that programs look for. */
const spelledAs: ReadonlyMap<string, string> = new Map([['jenkinsfile', 'Jenkinsfile']]);

function walk(directory: string, look: Look): void {
  const open = [{ at: directory, isKept: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at } = next;
    const held = look.world.holds?.(at);
    // The owner may make it readable from inside.
    if (held === undefined && look.world.holds !== undefined)
      look.lines.push({ in: 'hidden', value: at, because: 'it cannot be looked into' });
    for (const { name, is } of held ?? []) {
      look.left -= 1;
      if (look.left < 0) return;
      const path = joinPath(at, name);
      const kept = keepPath(path, { look, isKept: next.isKept, isObeyed: isObeyedLater(name) });
      if (is === 'link') keepTarget(path, look);
      if (is === 'directory' && kept !== 'hidden' && !crowded.has(name))
        open.push({ at: path, isKept: next.isKept || kept === 'readOnly' });
    }
  }
}

/** Everything below a read-only directory is read-only too, but may still have to be hidden. */
function keepPath(
  path: string,
  { look, isKept, isObeyed }: { readonly look: Look; readonly isKept: boolean; readonly isObeyed: boolean },
): 'hidden' | 'readOnly' | undefined {
  const hidden = hiddenBecause(path, look);
  if (hidden !== undefined) {
    look.lines.push({ in: 'hidden', value: path, ...hidden });
    return 'hidden';
  }
  if (isKept) return undefined;
  const { world, writing } = look;
  const danger = protection({ path: { known: true, written: path, real: path }, access: 'write', world });
  const rule = writing.find((each) => isMeant(each, path, world));
  if (danger === undefined && rule === undefined && !isObeyed) return undefined;
  const reason = danger === undefined ? obeyedReason : danger.reason.slice(path.length + 1);
  look.lines.push({
    in: 'readOnly',
    value: path,
    ...(rule === undefined ? { because: `it ${reason}` } : byRule(rule.rule)),
  });
  return 'readOnly';
}

function hiddenBecause(
  path: string,
  { world, reading }: Look,
): Omit<ProfileLine, 'in' | 'value'> | undefined {
  const rule = reading.find((each) => isMeant(each, path, world));
  if (rule !== undefined) return byRule(rule.rule);
  const danger = protection({ path: { known: true, written: path, real: path }, access: 'read', world });
  return danger === undefined ? undefined : { because: `it ${danger.reason.slice(path.length + 1)}` };
}

function byRule({ text, verdict, origin }: Rule): Omit<ProfileLine, 'in' | 'value'> {
  return {
    because: verdict === 'deny' ? `${text} denies it` : `${text} asks about it`,
    ...definedFields({ file: origin.file, line: origin.line }),
  };
}

/** A link in a working directory is another name for its target. */
function keepTarget(link: string, look: Look): void {
  const real = realPath(link, look.world);
  if (typeof real !== 'string' || look.world.entry(real).is === 'missing') return;
  const hidden = hiddenBecause(real, look);
  if (hidden !== undefined) look.lines.push({ in: 'hidden', value: real, ...hidden });
}

function keepNamed(
  rule: RestrictingRule,
  { look, writable }: { readonly look: Look; readonly writable: readonly string[] },
): void {
  for (const { path, isWhole } of startsOf(rule, look.world))
    if (isWhole && writable.some((directory) => isUnder(path, directory)))
      look.lines.push({ in: 'readOnly', value: path, ...byRule(rule.rule) });
}

function topOfHome(look: Look, writable: readonly string[]): void {
  const { world } = look;
  const add = (path: string): void => {
    if (writable.some((directory) => isUnder(directory, path))) return;
    const hidden = hiddenBecause(path, look);
    if (hidden !== undefined) look.lines.push({ in: 'hidden', value: path, ...hidden });
  };
  for (const { name } of world.holds?.(world.home) ?? []) add(joinPath(world.home, name));
  for (const { paths, from } of protectedRows) {
    if (from !== 'read') continue;
    for (const path of paths) {
      if (!path.startsWith('**/') || /[*?[]/u.test(path.slice(3))) continue;
      const place = joinPath(world.home, path.slice(3));
      if (world.entry(place).is !== 'missing') add(place);
    }
  }
}

/** `/etc/ssl/private`, `/etc/ssh/*_key`. What the kernel exposes (`/proc`) is the engine's task. */
function fixedSecrets(look: Look): void {
  const { world } = look;
  for (const { paths, from } of protectedRows) {
    if (from !== 'read') continue;
    for (const path of paths) {
      if (!path.startsWith('/') || path.startsWith('/proc/')) continue;
      const [parent, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
      const found = name.includes('*')
        ? (world.holds?.(parent) ?? []).map((held) => joinPath(parent, held.name))
        : [path];
      for (const each of found) {
        const hidden = world.entry(each).is === 'missing' ? undefined : hiddenBecause(each, look);
        if (hidden !== undefined) look.lines.push({ in: 'hidden', value: each, ...hidden });
      }
    }
  }
}

/** Hides the place that the rule names; for wildcards, everything below its fixed prefix. */
function hideNamed(
  rule: RestrictingRule,
  { look, writable }: { readonly look: Look; readonly writable: readonly string[] },
): void {
  const { world } = look;
  for (const { path, isWhole } of startsOf(rule, world)) {
    const isWalked = writable.some((directory) => isUnder(path, directory));
    if (isWhole) {
      if (world.entry(path).is !== 'missing')
        look.lines.push({ in: 'hidden', value: path, ...byRule(rule.rule) });
    } else if (path === '/' || path === world.home || isUnder(world.home, path))
      look.problems.push(`${rule.rule.text} means files at any depth below ${path}`);
    else if (!isWalked) walk(path, look);
  }
}

/**
 * Files that agents, editors or programs obey later, outside the sandbox: what a sandboxed call writes there would act with the
 * rights of the program that reads it. Read-only inside, like the protected and guarded places. Edits by a tool are not asked
 * about for this reason, because people have agents write these files.
 */
interface ObeyedFile {
  readonly name: string;
  /** Programs ignore an empty file of this name, so one that does not exist yet can be held free. */
  readonly heldFree?: true;
}

const obeyed: readonly ObeyedFile[] = [
  ...'claude.md claude.local.md agents.md agent.md gemini.md qwen.md .cursorrules .windsurfrules .clinerules .goosehints .aider.conf.yml .mcp.json .envrc .tool-versions mise.toml .mise.toml ansible.cfg'
    .split(' ')
    .map((name): ObeyedFile => ({ name, heldFree: true })),
  // Directories are held free by the rows of their contents; an empty file of these names would break a program.
  ...'.claude .cursor .windsurf .roo .kiro .amazonq .junie .opencode .codex .gemini .qwen .vscode .idea .devcontainer copilot-instructions.md docker-compose.yml docker-compose.yaml docker-compose.override.yml compose.yaml compose.yml compose.override.yaml global.json terragrunt.hcl prisma.config.ts prisma.config.js .pre-commit-config.yaml lefthook.yml .lefthook.yml devcontainer.json .devcontainer.json'
    .split(' ')
    .map((name): ObeyedFile => ({ name })),
];

const names: ReadonlySet<string> = new Set(obeyed.map(({ name }) => name));

/** The table is in lower case; a file that does not exist yet gets the spelling that programs look for. */
const upperCase = /^(?:claude|claude\.local|agents|agent|gemini|qwen)(?=\.md$)/u;

/** Whether a file or directory of this name is obeyed later, at any depth. */
function isObeyedLater(name: string): boolean {
  return names.has(name.toLowerCase());
}

/** Names that are held free at the top of a working directory. */
const heldFreeNames: readonly string[] = obeyed
  .filter(({ heldFree }) => heldFree === true)
  .map(({ name }) => name.replace(upperCase, (text) => text.toUpperCase()));

const obeyedReason = 'is obeyed later, by agents, editors or programs outside of the sandbox';
