import { literalOf, type Word } from '../../facts/shell/read/words/word.ts';
import { fill } from '../../messages/fill.ts';
import { pushClauses } from '../../messages/sentences.ts';
import { listed, spelledWord } from './shown-names.ts';

const withValue: ReadonlySet<string> = new Set(['-o', '--push-option', '--repo', '--receive-pack', '--exec']);

/** What `git push` does to which branch of which remote; undefined for other commands. */
export function pushClause(words: readonly Word[]): string | undefined {
  const at = words.findIndex((word) => literalOf(word) === 'push');
  if (literalOf(words[0])?.endsWith('git') !== true || at === -1) return undefined;
  const rest = words.slice(at + 1);
  const options = rest.flatMap((word) => literalOf(word) ?? []).filter((text) => text.startsWith('-'));
  const has = (pattern: RegExp): boolean => options.some((text) => pattern.test(text));
  const operands = rest
    .filter((word, place) => !isOption(word) && !withValue.has(literalOf(rest[place - 1]) ?? ''))
    .map((word) => spelledWord(word));
  const [remote, ...refspecs] = operands;
  const does =
    has(/^--delete$|^-[a-z]*d/u) || refspecs.some((text) => text.startsWith(':'))
      ? 'remove'
      : has(/^--(?:force|mirror|prune)|^-[a-z]*f/u) || refspecs.some((text) => text.startsWith('+'))
        ? 'replace'
        : 'push';
  return fill(pushClauses[does], { target: targetOf(remote, refspecs, has) });
}

function targetOf(
  remote: string | undefined,
  refspecs: readonly string[],
  has: (pattern: RegExp) => boolean,
): string {
  if (remote === undefined) return pushClauses.ownBranch;
  if (has(/^--(?:all|mirror|branches)$/u)) return fill(pushClauses.everyBranch, { remote });
  const branches = refspecs.map((text) =>
    text.slice(text.indexOf(':') + 1).replace(/^\+|^refs\/heads\//u, ''),
  );
  if (branches.length === 0) return has(/^--tags$/u) ? fill(pushClauses.tags, { remote }) : remote;
  const isAddress = /[/:]/u.test(remote);
  return listed(
    branches.map((branch) =>
      branch === 'HEAD' ? remote : isAddress ? `${branch} of ${remote}` : `${remote}/${branch}`,
    ),
  );
}

function isOption(word: Word): boolean {
  return literalOf(word)?.startsWith('-') === true;
}
