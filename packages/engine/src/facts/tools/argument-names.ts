import { lazily } from '../lazily.ts';
import { nameWords } from '../name-words.ts';
import { wordSet, type WordSet } from '../word-set.ts';

/**
 * What an argument seems to be by its name alone.
 * `path` and `url`: it names one. `place`: it names a path or a URL (`uri`, `source`). `loose`: it may name one, and
 * often names something else (`to`, `target`). `text`: words for people or programs. `other`: the name says nothing.
 */
export type ArgumentRole = 'path' | 'url' | 'place' | 'loose' | 'text' | 'other';

const rows: readonly (readonly [Exclude<ArgumentRole, 'other'>, string])[] = [
  [
    'path',
    'path paths pathname file files filename filenames filepath filepaths dir dirs directory directories dirname ' +
      'folder folders subfolder cwd',
  ],
  [
    'url',
    'url urls href hrefs link links endpoint endpoints host hosts hostname domain domains website site webpage webhook',
  ],
  ['place', 'uri uris source sources src destination destinations dest dst'],
  [
    'loose',
    'target targets from to input inputs output outputs in out location locations root roots resource resources ' +
      'document documents attachment attachments image images upload uploads media asset assets script config module ' +
      'entry name names key keys arg args argv argument arguments param params operand operands save local repo ' +
      'repository workspace project base value values item items',
  ],
  [
    'text',
    'content contents body text query q message messages msg description title comment comments prompt sql code html ' +
      'markdown md note notes summary instruction instructions reason thought question answer subject snippet caption ' +
      'topic pattern patterns regex search keyword keywords label labels data diff patch edits replacement string ' +
      'expression function',
  ],
];

const roles = lazily(
  (): ReadonlyMap<string, ArgumentRole> =>
    new Map(rows.flatMap(([role, words]) => words.split(' ').map((word) => [word, role] as const))),
);

/** The text arguments that hold instructions for programs. */
const instructions: ReadonlySet<string> = new Set([
  'sql',
  'code',
  'expression',
  'function',
  'string',
  'data',
]);

/** Text for people, or a search text: it names nothing, whatever it mentions. */
export function isProseName(name: string): boolean {
  return roleOf(name) === 'text' && !wordsIn(name).some((word) => instructions.has(word));
}

const starting: WordSet = wordSet(
  'command commands cmd cmds shell script exec execute run program executable binary argv args argument arguments code stdin line lines entrypoint',
);

/** Whether an argument starts a program, going by its name. */
export function startsProgram(name: string): boolean {
  return wordsIn(name).some((word) => starting.has(word));
}

/** Followed by one of these, a name describes the thing instead of naming it: `file_id`, `pathType`. */
const qualities: WordSet = wordSet(
  'id ids type types count size length limit depth mode format encoding hash sha status index number kind version',
);

/** The role by the last meaningful word: `filePath`, `output_dir`, `path2`, `srcfile`. */
export function roleOf(name: string): ArgumentRole {
  const words = wordsIn(name);
  if (qualities.has(words.at(-1) ?? '')) return 'other';
  const own = words.flatMap((word): readonly ArgumentRole[] => roleOfWord(word) ?? []);
  // `file_name`, `path_to`: a word that may name anything does not weaken one that surely names a file.
  const last = own.at(-1);
  return last === 'loose'
    ? (own.find((role) => role === 'path' || role === 'url') ?? last)
    : (last ?? 'other');
}

function roleOfWord(word: string): readonly [ArgumentRole] | undefined {
  const role = roles().get(word);
  if (role !== undefined) return [role];
  return /(?:path|file|dir|folder|directory|filename)$/u.test(word) && word !== 'profile'
    ? ['path']
    : undefined;
}

/** The words without trailing numbers. */
export function wordsIn(name: string): readonly string[] {
  return nameWords(name.slice(0, longestName))
    .map((word) => word.replace(/\d+$/u, ''))
    .filter((word) => word !== '');
}

const longestName = 200;
