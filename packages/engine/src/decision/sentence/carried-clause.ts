import type { EffectName } from '../../facts/effect.ts';
import type { Facts, Part } from '../../facts/part.ts';
import { literalOf } from '../../facts/shell/read/words/word.ts';
import { commandPhrase } from './command-phrase.ts';

/** Where a part runs, when that is on another machine, in a container or as somebody else. */
export function placeOf({ doubts }: Part): string | undefined {
  return doubts.map((doubt) => elsewhere.exec(doubt)?.[1]).find((found) => found !== undefined);
}

const elsewhere = /^runs (as another user|on another machine|in a container)$/u;

/** The commands that a part hands to another machine or a container. */
export function carriedBy(part: Part, { facts }: { readonly facts: Facts }): readonly Part[] {
  const { span } = part;
  return facts.parts
    .slice(facts.parts.indexOf(part) + 1)
    .filter(
      (other) =>
        span !== undefined &&
        other.span !== undefined &&
        span.start <= other.span.start &&
        other.span.end <= span.end &&
        isAway(other),
    );
}

export function isAway(part: Part): boolean {
  const place = placeOf(part);
  return place !== undefined && place !== 'as another user';
}

/** `sh -c '...'`: each command of the text is a part of its own. */
export function isShellText({ subject }: Part): boolean {
  const [first = '', ...rest] =
    subject.kind === 'command' ? subject.words.map((word) => literalOf(word) ?? '') : [];
  return /(?:^|\/)[a-z]*sh$/u.test(first) && rest.some((text) => /^-[a-z]*c$/u.test(text));
}

/** What people call it wherever it runs, the worst of it first. */
export function phraseElsewhere({ subject }: Part): string | undefined {
  if (subject.kind !== 'command') return undefined;
  for (const effect of told) {
    const phrase = commandPhrase(effect, subject.words);
    if (phrase !== undefined) return phrase;
  }
  return undefined;
}

const told: readonly (EffectName | 'elsewhere')[] = [
  'lose',
  'remote-destroy',
  'elsewhere',
  'machine',
  'remote-change',
];

/** The one of them that matters most: what removes, then what has words of its own. */
export function worstOf(parts: readonly Part[]): Part | undefined {
  return (
    parts.find(({ accesses }) => accesses.some(({ kind }) => kind === 'delete' || kind === 'destroy')) ??
    parts.find((part) => phraseElsewhere(part) !== undefined) ??
    parts.find((part) => reaches(part)) ??
    parts.at(0)
  );
}

function reaches({ accesses }: Part): boolean {
  return accesses.some(({ kind }) => kind === 'network');
}

/** `sudo` without a name of a user. */
export function runsAsRoot(part: Part, { facts }: { readonly facts: Facts }): boolean {
  return facts.parts.some(({ subject, span }) => {
    if (subject.kind !== 'command' || span === undefined || part.span === undefined) return false;
    const [first = '', ...rest] = subject.words.map((word) => literalOf(word) ?? '');
    const covers = span.start <= part.span.start && part.span.end <= span.end;
    return (
      covers && /(?:^|\/)(?:sudo|doas)$/u.test(first) && !rest.some((text) => /^(?:-\w*u|--user)/u.test(text))
    );
  });
}
