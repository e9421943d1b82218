/** A difference between two readings of one text: names that only the other parser saw. */
export interface Difference {
  readonly text: string;
  readonly name: string;
}

/**
 * The ways in which tree-sitter's grammar sees a command that our reading does not, each looked into once with bash as
 * the judge. In all of them bash runs what we say; a difference that fits none of them has to be looked into.
 */
export const triage: readonly {
  readonly what: string;
  /** What bash does, as it was seen. */
  readonly bash: string;
  readonly fits: (difference: Difference) => boolean;
}[] = [
  {
    what: 'a reserved word taken for a command',
    bash: '`time`, `coproc`, `then` and their like start nothing; the command behind them runs, and we name it',
    fits: ({ name }) => reserved.has(name),
  },
  {
    what: 'a word cut at a line continuation',
    bash: 'joins the two lines before it splits words: the name is the whole word',
    fits: ({ text }) => text.includes('\\\n'),
  },
  {
    what: 'a carriage return taken for a blank',
    bash: 'keeps it in the word: the name ends in it',
    fits: ({ text }) => text.includes('\r'),
  },
  {
    what: 'arithmetic taken for a command',
    bash: 'evaluates `$((x))` as a number; a name in it is a variable',
    fits: ({ text }) => text.includes('(('),
  },
  {
    what: 'the body of a here-document whose delimiter is quoted',
    bash: 'expands nothing in it',
    fits: ({ text }) => /<<-?[ \t]*[^\s;|&<>()]*["'\\]/u.test(text),
  },
  {
    what: 'the end of a here-document',
    bash: 'ends it at a line that is the delimiter and nothing else; with `<<-`, after tabs',
    fits: ({ text }) => text.includes('<<'),
  },
];

const reserved: ReadonlySet<string> = new Set(
  'time coproc then fi do done else elif esac if while until for case in select function ! { }'.split(' '),
);
