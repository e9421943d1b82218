import { checkReasons } from '../../../messages/tool-checks.ts';
import type { Part } from '../../part.ts';
import { literalOf, type Word } from '../read/words/word.ts';
import { wordSet, type WordSet } from '../../word-set.ts';

/** Read-only commands of the permesso CLI. Any other may loosen the policy or answer an approval request. */
const looking: WordSet = wordSet(
  'check conformance diff explain export lint log pending replay schema suggest test help --help',
);

/** Read-only without an operand: `rules` lists, `rules add` changes. */
const lookingAlone: ReadonlySet<string> = new Set(['rules', 'grants', 'session']);

/**
 * An agent must not edit the policy that governs it: with `permesso trust --yes`, `rules add`, `answer` or `thaw` it would
 * approve itself. A person must approve these, whatever the rules say; even if the program is named by its path or run through
 * `node`.
 */
export function ownPolicyDanger({
  subject,
}: Part): { readonly code: string; readonly reason: string } | undefined {
  if (subject.kind !== 'command') return undefined;
  const at = subject.words.findIndex((word, place) => isOwnProgram(word, place));
  if (at === -1) return undefined;
  const [command, next] = subject.words.slice(at + 1);
  const name = literalOf(command);
  if (command === undefined || (name !== undefined && looking.has(name))) return undefined;
  if (
    name !== undefined &&
    lookingAlone.has(name) &&
    (next === undefined || literalOf(next)?.startsWith('-') === true)
  )
    return undefined;
  return { code: 'own-policy', reason: checkReasons.ownPolicy };
}

/** The program by name, or its main file as an argument of an interpreter. */
function isOwnProgram(word: Word, place: number): boolean {
  const text = literalOf(word);
  if (text === undefined || !text.includes('permesso')) return false;
  if (place === 0) return /(?:^|\/)permesso(?:@[^/]*)?$/u.test(text);
  return /permesso\/(?:dist|src)\/cli\/main\.[cm]?[jt]s$/u.test(text) || text.endsWith('/.bin/permesso');
}
