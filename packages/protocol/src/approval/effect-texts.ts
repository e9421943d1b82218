import {
  effectClauses,
  effectTitle,
  toldGravity,
  hostsIn,
  type PartReceipt,
  type SentenceContext,
  shownFile,
} from '@permesso/engine/decision';
import type { Access, EffectName, Part, PathFact, Subject, UrlFact } from '@permesso/engine/facts';
import type { World } from '@permesso/engine/world';
import { effectKinds, type PlainEffect } from '../text/index.ts';
import { hasLastingWords } from './lasting-words.ts';

/**
 * The effects a person is told: parts that ask come first, then the worst first, each once. Derived from facts alone, never
 * from opinions.
 */
export function effectTexts(
  about: SentenceContext,
  receipts: readonly PartReceipt[] = [],
): readonly PlainEffect[] {
  const found = ranked(about, receipts).flatMap((part, place) =>
    effectsOfPart(part, about)
      .toSorted((a, b) => effectKinds.indexOf(a.does) - effectKinds.indexOf(b.does))
      .map((effect) => ({ effect, place })),
  );
  const lasting = new Set(found.flatMap(({ effect }) => (effect.lasting ? [effect.words] : [])));
  const distinct = new Map<string, PlainEffect>();
  for (const { effect } of found)
    if (!distinct.has(effect.words))
      distinct.set(effect.words, { ...effect, lasting: lasting.has(effect.words) });
  return [...distinct.values()];
}

/** Describes the worst part that asks, as words that follow "wants to". */
export function callTitle(about: SentenceContext, receipts: readonly PartReceipt[] = []): string {
  const [first = about.facts.parts[0]] = ranked(about, receipts);
  return effectTitle(first, about);
}

/** Parts that need an answer before parts that a rule allows, and the worst first. */
function ranked(about: SentenceContext, receipts: readonly PartReceipt[]): readonly Part[] {
  return about.facts.parts
    .map((part, at) => ({
      part,
      isOpen: receipts.length > 0 && receipts[at]?.verdict !== 'allow',
      gravity: toldGravity(part, about),
    }))
    .toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen) || a.gravity - b.gravity)
    .map(({ part }) => part);
}

/** For a call that would leave the sandbox. Shown first: nothing then limits what it does. */
export const unsandboxedEffect: PlainEffect = {
  does: 'runs',
  words: 'runs outside the sandbox, where it can change your files and reach any host',
  lasting: false,
};

function effectsOfPart(part: Part, about: SentenceContext): readonly PlainEffect[] {
  const clauses = clausesOf(part, about);
  const files = [
    ...ofSubject(part.subject),
    ...part.accesses.filter((access) => isToldAsAccess(access, part)),
  ].map((access) => inWords(access, part, about.world));
  // A file or host that a clause already names needs no line of its own.
  const untold = files.filter(
    ({ does, words }) =>
      !(does === 'network' && hostsIn(part).some((host) => isNamed(host, words, clauses))) &&
      !clauses.some((clause) => clause.words.startsWith(`${words},`)),
  );
  const all = [...clauses, ...untold];
  return all.length > 0 || part.readOnly ? all : [unknownEffect(part, about)];
}

function isNamed(host: string, words: string, clauses: readonly PlainEffect[]): boolean {
  return (
    words.includes(host) &&
    clauses.some((clause) =>
      clause.words.split(/[\s,]+/u).some((word) => word === host || word.startsWith(`${host}:`)),
    )
  );
}

/** The effect is unknown, so the line says that. */
function unknownEffect(part: Part, about: SentenceContext): PlainEffect {
  const title = effectTitle(part, about);
  return { does: 'unknown', words: title.replace(/^\w+/u, (verb) => `${verb}s`), lasting: false };
}

/** A tool about one file or address needs no stated effect: the person sees its target all the same. */
function ofSubject(subject: Subject): readonly Access[] {
  if (subject.kind === 'path') return [{ kind: subject.access, path: subject.path }];
  return subject.kind === 'url' ? [{ kind: 'network', url: subject.url }] : [];
}

/** Files that are only named are for rules to suspect, not for people to read; so is the name of a remote. */
function isToldAsAccess(access: Access, { accesses }: Part): boolean {
  if (access.kind === 'destroy' || access.kind === 'execute') return false;
  if (access.kind !== 'read' && access.kind !== 'network') return true;
  const goesToRemote = accesses.some(
    (other) => 'url' in other && !other.url.known && other.url.reason === remote,
  );
  return !('perhaps' in access) && !goesToRemote;
}

const remote = 'the remote';
const openHost = 'a host that is known only at run time';

/** Effects that a listed file or host already shows. */
const toldByAccess: Partial<Record<EffectName, Access['kind']>> = {
  read: 'read',
  edit: 'write',
  delete: 'delete',
  lose: 'delete',
  fetch: 'network',
};

const kinds: Partial<Record<EffectName, PlainEffect['does']>> = {
  secret: 'reads',
  lose: 'deletes',
  delete: 'deletes',
  'remote-destroy': 'deletes',
  publish: 'publishes',
  run: 'runs',
  'run-other': 'runs',
  install: 'runs',
  serve: 'runs',
  'remote-run': 'runs',
  'remote-read': 'network',
  fetch: 'network',
  send: 'sends',
};

/** What a part does beyond its files and hosts. If it cannot be undone, the worst effect carries the mark. */
function clausesOf(part: Part, about: SentenceContext): readonly PlainEffect[] {
  const told = new Set([...ofSubject(part.subject), ...part.accesses].map(({ kind }) => kind));
  const isLasting =
    (told.has('destroy') && !told.has('delete')) ||
    (part.subject.kind === 'command' && hasLastingWords(part.label));
  const clauses = effectClauses(part, about);
  const untold = clauses.filter(({ effect }, at) => {
    const kind = toldByAccess[effect];
    const isSaid = clauses.findIndex(({ says }) => says === clauses[at]?.says) < at;
    return effect !== 'read' && !isSaid && (kind === undefined || !told.has(kind));
  });
  if (isLasting && untold.length === 0)
    return [{ does: 'changes', words: clauses[0]?.says ?? `runs \`${part.label}\``, lasting: true }];
  return untold.map(({ effect, says, lasting }, at) => ({
    does: kinds[effect] ?? 'changes',
    words: says,
    lasting:
      lasting === true ||
      (isLasting && at === 0 && effect !== 'run') ||
      effect === 'lose' ||
      effect === 'remote-destroy',
  }));
}

function inWords(access: Access, part: Part, world: World): PlainEffect {
  const plain = surely(access, part, world);
  if (!('suspected' in access) || access.suspected === undefined) return plain;
  // Reading and writing one file are a single guess.
  const where = `(argument \`${access.suspected}\`)`;
  if (access.kind === 'network')
    return { ...plain, words: `may reach ${urlWords(access.url, part)} ${where}` };
  return {
    does: 'reads',
    words: `may read or change ${pathWords(access.path, world)} ${where}`,
    lasting: false,
  };
}

function surely(access: Access, part: Part, world: World): PlainEffect {
  switch (access.kind) {
    case 'delete':
      return {
        does: 'deletes',
        words: `deletes ${pathWords(access.path, world)}`,
        lasting: losesData(part),
      };
    case 'write':
      return { does: 'writes', words: `writes ${pathWords(access.path, world)}`, lasting: false };
    case 'read':
      return { does: 'reads', words: `reads ${pathWords(access.path, world)}`, lasting: false };
    case 'network':
      return { does: 'network', words: `reaches ${urlWords(access.url, part)}`, lasting: false };
    default:
      return { does: 'runs', words: `changes what later commands mean: ${access.what}`, lasting: false };
  }
}

/** Deleting files that version control has or a build regenerates can be undone. */
function losesData({ effects = [] }: Part): boolean {
  return (
    !effects.some(({ effect }) => effect === 'delete') || effects.some(({ effect }) => effect === 'lose')
  );
}

function pathWords(path: PathFact, world: World): string {
  if (!path.known) return path.glob ?? path.near ?? `files that are known only at run time (${path.reason})`;
  if (path.found === true) return `what is found in ${shownFile(path, world)}`;
  const real = typeof path.real === 'string' ? path.real : undefined;
  const leads = real === undefined || real === path.written ? '' : ` (which is ${real})`;
  return `${shownFile(path, world)}${leads}${path.recursive === true ? ' and everything in it' : ''}`;
}

function urlWords(url: UrlFact, part: Part): string {
  if (!url.known)
    return hostsIn(part)[0] ?? (/^(?:value|output) of /u.test(url.reason) ? openHost : url.reason);
  return url.scheme === 'https' && url.port === ''
    ? url.host
    : `${url.scheme}://${url.host}${url.port === '' ? '' : `:${url.port}`}`;
}
