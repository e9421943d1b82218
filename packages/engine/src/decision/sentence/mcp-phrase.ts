import type { EffectName } from '../../facts/effect.ts';
import { wordsIn } from '../../facts/tools/argument-names.ts';
import { mcpVerbs } from '../../facts/tools/mcp-risks.ts';
import { wordSet, type WordSet } from '../../facts/word-set.ts';

/** `create_pull_request`: creates a pull request. Undefined when the name does not begin with a known verb. */
export function mcpPhrase(tool: string): string | undefined {
  const words = wordsIn(tool);
  const [verb = '', ...rest] = words;
  if (!mcpVerbs.has(verb) || rest.length === 0) return undefined;
  if (rest[0] === 'or' || rest[0] === 'and') {
    const next = mcpPhrase(rest.slice(1).join('_'));
    return next === undefined ? undefined : `${thirdPerson(verb)} ${rest[0]} ${next}`;
  }
  return `${thirdPerson(verb)} ${withArticle(rest)}`;
}

/** Effects that the verb alone describes well enough. */
export const toldByVerb: ReadonlySet<EffectName> = new Set([
  'read',
  'remote-read',
  'remote-change',
  'remote-destroy',
]);

const irregular: Readonly<Record<string, string>> = { get: 'reads', query: 'queries', describe: 'looks up' };

function thirdPerson(verb: string): string {
  return irregular[verb] ?? (/(?:s|sh|ch|x|o)$/u.test(verb) ? `${verb}es` : `${verb}s`);
}

function withArticle(nouns: readonly string[]): string {
  const text = nouns.join(' ');
  const last = nouns.at(-1) ?? '';
  if (/[^su]s$/u.test(last) || uncounted.has(last)) return text;
  return `${/^[aeiou]/u.test(text) ? 'an' : 'a'} ${text}`;
}

const uncounted: WordSet = wordSet('data history content code metadata sql text status');
