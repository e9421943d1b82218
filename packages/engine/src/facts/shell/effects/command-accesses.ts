import type { World } from '../../../world/world.ts';
import type { Access } from '../../access.ts';
import { hostOf, hostText, readUrl } from '../../urls/read-url.ts';
import type { UrlFact } from '../../urls/url-fact.ts';
import type { Expanded } from './carriers.ts';
import { hostsInVariables } from './hosts-in-variables.ts';
import { labelOf } from './part-label.ts';
import { possibleTouches } from './possible-effects.ts';
import { isSocket, touchedPaths } from './command-paths.ts';
import { reads } from './redirection-part.ts';
import { literalOf, type Word } from '../read/words/word.ts';

export function assignmentAccesses({ assignments }: Expanded): readonly Access[] {
  return assignments.map(({ name, span }) => ({ kind: 'environment', what: name, span }));
}

/** Whether it reads only names and no file contents, unless it passes the files to a command: `find -exec cat`. */
export function listsOnly({ args }: Expanded): boolean {
  return args?.command.lists === true && !args.options.some(({ until }) => until !== undefined);
}

/** What a command touches, whether or not the command is known. */
export function commandAccesses(command: Expanded, world: World): readonly Access[] {
  if (command.words.length === 0) return assignmentAccesses(command);
  const { judgement, span } = command;
  const accesses: Access[] = [];
  if (!command.away) touched(command, world, accesses);
  readByRedirection(command, world, accesses);
  // If every word is understood, none of them may be a file as well.
  if (judgement?.fetches === undefined)
    for (const reached of possibleTouches(command, world)) accesses.push(reached);
  for (const reached of hostsInVariables(command)) accesses.push(reached);
  for (const { word, as } of judgement?.reaches ?? [])
    accesses.push({ kind: 'network', url: urlOf(word, as), span: word.span });
  for (const { kind, what } of judgement?.also ?? [])
    accesses.push(
      kind === 'network' ? { kind, url: { known: false, reason: what }, span } : { kind, what, span },
    );
  if (destroys(command)) accesses.push({ kind: 'destroy', what: labelOf(command.words), span });
  return accesses;
}

/** `kill %1`: a use that changes nothing is not destructive. */
function destroys({ args, judgement }: Expanded): boolean {
  return judgement?.does !== 'reads' && args?.rows.some(({ destructive }) => destructive === true) === true;
}

function touched(command: Expanded, world: World, accesses: Access[]): void {
  // `find src` and `du` read names, not the files below.
  const lists = listsOnly(command);
  for (const touch of command.judgement?.touches ?? []) {
    const onlyNames = lists && touch.access === 'read';
    for (const path of touchedPaths(touch, command.place, world))
      accesses.push({
        kind: touch.access,
        path: onlyNames ? { ...path, recursive: false } : path,
        span: touch.word.span,
        ...(touch.moved === true ? { moved: true as const } : {}),
      });
  }
}

function readByRedirection({ redirections }: Expanded, world: World, accesses: Access[]): void {
  for (const redirection of redirections) {
    const { target, place, span } = redirection;
    if (!reads(redirection) || isSocket(target)) continue;
    for (const path of touchedPaths({ access: 'read', word: target }, place, world))
      accesses.push({ kind: 'read', path, span });
  }
}

function urlOf(word: Word, as: 'url' | 'host' | 'remote'): UrlFact {
  const text = literalOf(word);
  if (text === undefined) return as === 'url' ? urlBefore(word) : unknownUrl(word);
  if (as !== 'host' && text.includes('://')) return readUrl(text);
  const host =
    as === 'remote'
      ? hostOf(text)
      : as === 'host'
        ? hostText(text.slice(text.lastIndexOf('@') + 1))
        : undefined;
  if (host !== undefined) return { known: true, scheme: 'ssh', host, port: '', path: '' };
  // curl and wget prepend `http://` if there is no scheme.
  return as === 'remote' ? { known: false, reason: `the remote ${text}` } : readUrl(`http://${text}`);
}

function unknownUrl(word: Word): UrlFact {
  return { known: false, reason: word.kind === 'unknown' ? word.reason : 'a word' };
}

/** `http://localhost:3000/items?n=5`: a pattern to the shell. Every match begins with this host and a slash. */
function urlBefore(word: Word): UrlFact {
  const before =
    word.kind === 'unknown' ? /^(?:https?:\/\/)?[\w.-]+(?::\d+)?\//u.exec(word.starts)?.[0] : undefined;
  if (before === undefined) return unknownUrl(word);
  return readUrl(before.includes('://') ? before : `http://${before}`);
}
