import type { Effect, Facts, Part, PathFact, Subject, UrlFact } from '@permesso/engine/facts';

/** One thing a call would do, as a person reads it. */
export interface PlainEffect {
  readonly does: 'deletes' | 'writes' | 'reads' | 'network' | 'runs' | 'changes';
  /** `deletes /home/dev/project/build and everything in it`. */
  readonly words: string;
  /** No undo brings it back. */
  readonly lasting: boolean;
}

/** The worst first, each once. From facts alone: nobody's opinion. */
export function effectTexts({ parts }: Pick<Facts, 'parts'>): readonly PlainEffect[] {
  const found = parts.flatMap((part) => [
    ...ofSubject(part.subject).map(inWords),
    ...part.effects.filter((effect) => !isMention(effect) && !isSaidByDelete(effect, part)).map(inWords),
  ]);
  const distinct = new Map(found.map((effect) => [effect.words, effect]));
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
function ofSubject(subject: Subject): readonly Effect[] {
  if (subject.kind === 'path') return [{ kind: subject.access, path: subject.path }];
  return subject.kind === 'url' ? [{ kind: 'network', url: subject.url }] : [];
}

/** A path as the whole of a message, or from a directory that nobody knows: for rules to suspect, not for people to read. */
function isMention(effect: Effect): boolean {
  return 'suspected' in effect && 'perhaps' in effect;
}

/** A command that names what it deletes says more than that it cannot be undone. */
function isSaidByDelete(effect: Effect, { effects }: Part): boolean {
  return effect.kind === 'destroy' && effects.some(({ kind }) => kind === 'delete');
}

function inWords(effect: Effect): PlainEffect {
  const plain = surely(effect);
  if (!('suspected' in effect) || effect.suspected === undefined) return plain;
  // Reading and writing of one file are one guess.
  const where = `(argument \`${effect.suspected}\`)`;
  if (effect.kind === 'network') return { ...plain, words: `may talk to ${urlWords(effect.url)} ${where}` };
  return { does: 'reads', words: `may read or change ${pathWords(effect.path)} ${where}`, lasting: false };
}

function surely(effect: Effect): PlainEffect {
  switch (effect.kind) {
    case 'delete':
      return { does: 'deletes', words: `deletes ${pathWords(effect.path)}`, lasting: true };
    case 'write':
      return { does: 'writes', words: `writes ${pathWords(effect.path)}`, lasting: false };
    case 'read':
      return { does: 'reads', words: `reads ${pathWords(effect.path)}`, lasting: false };
    case 'network':
      return { does: 'network', words: `talks to ${urlWords(effect.url)}`, lasting: false };
    case 'execute':
      return { does: 'runs', words: `runs code: ${effect.what}`, lasting: false };
    case 'destroy':
      return { does: 'changes', words: `${effect.what} cannot be undone`, lasting: true };
    case 'environment':
      return { does: 'runs', words: `changes what later commands mean: ${effect.what}`, lasting: false };
  }
}

function pathWords(path: PathFact): string {
  if (!path.known) return path.glob ?? path.near ?? `a file that is not known (${path.reason})`;
  const real = typeof path.real === 'string' ? path.real : undefined;
  const leads = real === undefined || real === path.written ? '' : ` (which is ${real})`;
  return `${path.written}${leads}${path.recursive === true ? ' and everything in it' : ''}`;
}

function urlWords(url: UrlFact): string {
  if (!url.known) return url.reason;
  return `${url.scheme}://${url.host}${url.port === '' ? '' : `:${url.port}`}`;
}
