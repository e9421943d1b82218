import { effectClauses, hostsIn, type SentenceContext } from '@permesso/engine/decision';
import type { Access, EffectName, Part, PathFact, Subject, UrlFact } from '@permesso/engine/facts';

/** One thing a call would do, as a person reads it. */
export interface PlainEffect {
  readonly does: 'deletes' | 'writes' | 'reads' | 'network' | 'runs' | 'changes';
  /** `deletes /home/dev/project/build and everything in it`. */
  readonly words: string;
  /** No undo brings it back. */
  readonly lasting: boolean;
}

/** The worst first, each once. From facts alone: nobody's opinion. */
export function effectTexts(about: SentenceContext): readonly PlainEffect[] {
  const found = about.facts.parts.flatMap((part) => [
    ...ofSubject(part.subject).map((access) => inWords(access, part)),
    ...part.accesses.filter((access) => isToldAsAccess(access, part)).map((access) => inWords(access, part)),
    ...clausesOf(part, about),
  ]);
  const lasting = found.filter((effect) => effect.lasting);
  const distinct = new Map([...found, ...lasting].map((effect) => [effect.words, effect]));
  return [...distinct.values()].toSorted((a, b) => order.indexOf(a.does) - order.indexOf(b.does));
}

/** Of a call that a person is asked to let out of the sandbox. Before everything else: nothing then limits what it does. */
export const unsandboxedEffect: PlainEffect = {
  does: 'runs',
  words: 'runs outside the sandbox, where it can change your files and reach any host',
  lasting: false,
};

const order: readonly PlainEffect['does'][] = ['deletes', 'changes', 'network', 'writes', 'runs', 'reads'];

/** A tool that is about one file or address needs no effect beside it: the person sees where it leads all the same. */
function ofSubject(subject: Subject): readonly Access[] {
  if (subject.kind === 'path') return [{ kind: subject.access, path: subject.path }];
  return subject.kind === 'url' ? [{ kind: 'network', url: subject.url }] : [];
}

/** What is only named is for rules to suspect, not for people to read; and so is the name of a remote. */
function isToldAsAccess(access: Access, { accesses }: Part): boolean {
  if (access.kind === 'destroy' || access.kind === 'execute') return false;
  if (access.kind !== 'read' && access.kind !== 'network') return true;
  const goesToRemote = accesses.some(
    (other) => 'url' in other && !other.url.known && other.url.reason === remote,
  );
  return !('perhaps' in access) && !goesToRemote;
}

const remote = 'the remote';
const openHost = 'a host that is known only when it runs';

/** Effects that a file or host in the list tells already. */
const toldByAccess: Partial<Record<EffectName, Access['kind']>> = {
  read: 'read',
  secret: 'read',
  edit: 'write',
  delete: 'delete',
  lose: 'delete',
  fetch: 'network',
};

const kinds: Partial<Record<EffectName, PlainEffect['does']>> = {
  secret: 'reads',
  lose: 'deletes',
  run: 'runs',
  'run-other': 'runs',
  install: 'runs',
  serve: 'runs',
  'remote-run': 'runs',
  'remote-read': 'network',
  send: 'network',
};

/** What a part does beyond its files and hosts. Where it cannot be undone, the worst of it cannot. */
function clausesOf(part: Part, about: SentenceContext): readonly PlainEffect[] {
  const told = new Set([...ofSubject(part.subject), ...part.accesses].map(({ kind }) => kind));
  const isLasting = told.has('destroy') && !told.has('delete');
  const untold = effectClauses(part, about).filter(({ effect }) => {
    const kind = toldByAccess[effect];
    return effect !== 'read' && (kind === undefined || !told.has(kind));
  });
  if (isLasting && untold.length === 0)
    return [{ does: 'changes', words: `${part.label} cannot be undone`, lasting: true }];
  return untold.map(({ effect, says }, at) => ({
    does: kinds[effect] ?? 'changes',
    words: says,
    lasting: (isLasting && at === 0) || effect === 'lose' || effect === 'remote-destroy',
  }));
}

function inWords(access: Access, part: Part): PlainEffect {
  const plain = surely(access, part);
  if (!('suspected' in access) || access.suspected === undefined) return plain;
  // Reading and writing of one file are one guess.
  const where = `(argument \`${access.suspected}\`)`;
  if (access.kind === 'network')
    return { ...plain, words: `may talk to ${urlWords(access.url, part)} ${where}` };
  return { does: 'reads', words: `may read or change ${pathWords(access.path)} ${where}`, lasting: false };
}

function surely(access: Access, part: Part): PlainEffect {
  switch (access.kind) {
    case 'delete':
      return { does: 'deletes', words: `deletes ${pathWords(access.path)}`, lasting: true };
    case 'write':
      return { does: 'writes', words: `writes ${pathWords(access.path)}`, lasting: false };
    case 'read':
      return { does: 'reads', words: `reads ${pathWords(access.path)}`, lasting: false };
    case 'network':
      return { does: 'network', words: `talks to ${urlWords(access.url, part)}`, lasting: false };
    default:
      return { does: 'runs', words: `changes what later commands mean: ${access.what}`, lasting: false };
  }
}

function pathWords(path: PathFact): string {
  if (!path.known) return path.glob ?? path.near ?? `a file that is not known (${path.reason})`;
  const real = typeof path.real === 'string' ? path.real : undefined;
  const leads = real === undefined || real === path.written ? '' : ` (which is ${real})`;
  return `${path.written}${leads}${path.recursive === true ? ' and everything in it' : ''}`;
}

function urlWords(url: UrlFact, part: Part): string {
  if (!url.known)
    return hostsIn(part)[0] ?? (/^(?:value|output) of /u.test(url.reason) ? openHost : url.reason);
  return `${url.scheme}://${url.host}${url.port === '' ? '' : `:${url.port}`}`;
}
