import type { Mentions, Part } from '../../part.ts';

/** The part, on a machine where words may also contain Windows paths. */
export function partOnWindows(part: Part): Part {
  const { mentions, ownCode: _own, ...others } = part;
  const own: Part = startsElsewhere(part) ? { ...others, effects: elsewhere } : part;
  return mentions === undefined ? own : { ...own, mentions: slashed(mentions) };
}

const elsewhere: NonNullable<Part['effects']> = [{ effect: 'run-other' }];

/** `python C:\other\x.py` is not code of the project, whatever its words suggest. */
function startsElsewhere({ subject, ownCode, effects = [] }: Part): boolean {
  if (subject.kind !== 'command' || (ownCode !== true && !effects.some(({ effect }) => effect === 'run')))
    return false;
  return subject.words.some((word) => {
    const text = word.kind === 'literal' ? word.text : word.starts;
    return /\\|(?:^|[=,])[a-z]:|~\d/iu.test(text);
  });
}

function slashed(mentions: Mentions): Mentions {
  const { texts } = mentions;
  const isOdd = texts.some((text) => /~\d|::|[\\/]{2}[?.]|%\w+%/u.test(text));
  return { ...mentions, texts: texts.map(slashedText), ...(isOdd ? { more: true as const } : {}) };
}

/** `--out=C:\Users\dev` -> `--out=/c/Users/dev`. */
function slashedText(text: string): string {
  return text
    .replaceAll(/(?<![a-z\d])([a-z]):[\\/]/giu, (_all, drive: string) => `/${drive.toLowerCase()}/`)
    .replaceAll('\\', '/');
}
