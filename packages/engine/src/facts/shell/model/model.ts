import type { Word } from '../read/words/word.ts';

/**
 * What is known about a command. Rows are data; one file per family. Everything that the engine wants to know of
 * a command (is it read-only, what does it touch, what does it carry) is read from here.
 */
export interface Command {
  readonly names: readonly string[];
  /** All names mean the first: a deny for `npm install` is one for `npm i`. */
  readonly same?: boolean;
  /** What it does when nothing but its `options` and `operands` is used. */
  readonly does: Does;
  /** Known options that leave `does` as it is. See `option-spec.ts` for the notation. */
  readonly options?: string;
  /** Known options after which a reading or editing command acts. */
  readonly changing?: string;
  /** Options that turn the command into something else: an allow rule must spell them. */
  readonly escalating?: readonly Escalating[];
  /**
   * Escalating options with which what only reads is an edit of the one file that they name: `sort -o a a`. What fetches writes
   * the answer there and nothing more: `curl -o a`. One without a value edits what the row's touches say: `find -delete`.
   */
  readonly outputs?: string;
  readonly operands?: Operands;
  /** Options end at the first operand (`printf`, `timeout`), are mixed with operands, or are whole words (`find -name`). */
  readonly style?: 'mixed' | 'options-first' | 'words';
  /** No option of any implementation writes, deletes or runs anything, so a word that is not known may stand anywhere. */
  readonly harmless?: boolean;
  /** `+x` is an option as `-x` is: `bash +e -c TEXT`. */
  readonly plus?: boolean;
  /** Words that look like unknown options are data: `echo --x`, `test -z`. */
  readonly loose?: boolean;
  readonly subcommands?: readonly Command[];
  /** Options of this row are understood after the sub-command too. */
  readonly globals?: 'before' | 'anywhere';
  /** With a sub-command missing: what the bare command does. Without it, it acts. */
  readonly bare?: Does;
  /** Reads configuration that the directory controls, so it proves nothing in a foreign directory. */
  readonly place?: 'own';
  /** Files that it obeys, found from its directory upwards: it proves nothing where one stands. */
  readonly loads?: readonly string[];
  /** Escalating options that choose among the user's own accounts or clusters: what only reads stays that with them. */
  readonly profiles?: string;
  /** Escalating options that only name where it works: they add nothing if that is a directory of one's own. */
  readonly moves?: string;
  /**
   * Options that leave open nothing but how much is printed, or that mean the same behind the sub-command: a rule's
   * words may stand around them. `npm --silent test` is `npm test --silent`.
   */
  readonly aside?: string;
  readonly carries?: Carries;
  /** Reads names and sizes, not what is in the files. */
  readonly lists?: boolean;
  /** With these options it reads files that a list or standard input names: `sort --files0-from=x`. */
  readonly listed?: string;
  /** Touches more than one file below a path: always, or with these options. */
  readonly recursive?: true | string;
  /**
   * Reaches the hosts it names, prints what they answer and does nothing else, so an allow rule about those hosts covers
   * it. With one of the options in `sends` it sends more than an address: then only to this machine.
   */
  readonly fetches?: { readonly sends: string };
  /** Effects that no operand shows. */
  readonly also?: readonly Also[];
  readonly destructive?: boolean;
  /** Options that only print: alone behind the name they read, whatever the command. Default `--version --help`. */
  readonly prints?: string;
  /** Without an operand, or with `-`, what it reads from standard input is its program: `python3 - <<E`; or text that it only stores: `git commit -F -`. */
  readonly standardInput?: 'code' | 'plain';
  /** An escalating option that is harmless with this value: `git -c color.ui=never`. */
  readonly tame?: (option: UsedOption) => boolean;
  /** What options and operands alone cannot tell. `given` is the text of a here-document. */
  readonly refine?: (args: Arguments, given?: string) => Refinement | undefined;
  /** What it does with the text of a here-document, which it is given exactly so. */
  readonly fed?: (args: Arguments, text: string) => Refinement | undefined;
  /** Other argvs and shell texts that this one means: `git -c alias.p=push p`. `here` is what it is given to read. */
  readonly means?: (args: Arguments, here?: string) => readonly Meaning[];
  readonly examples?: Examples;
}

export type Meaning = { readonly argv: readonly Word[] } | { readonly shell: string; readonly at: number };

/** `reads`: changes nothing. `edits`: changes only the files it names. `acts`: anything else. */
export type Does = 'reads' | 'edits' | 'acts';

export interface Escalating {
  readonly options: string;
  readonly why: string;
}

export interface Also {
  readonly kind: 'network' | 'execute' | 'environment';
  readonly what: string;
}

/** What a word means to the command. */
export type Role =
  | 'text'
  /** Text that it only stores, shows or compares: proven to name no file, host or program. */
  | 'plain'
  /** Handed to a script of the project: it may name a file or a host, and starts no program. */
  | 'argument'
  /** The name of something that the project describes: `nox -s NAME`, `cmake --target NAME`. */
  | 'task'
  | 'read'
  | 'write'
  /** A file that is written, or standard output when it is `-`. */
  | 'output'
  | 'delete'
  /** A file that is read and removed: the source of `mv`. */
  | 'move'
  /** A file, or a URL that is fetched: `kubectl get -f`. */
  | 'source'
  /** `NAME=VALUE`, where a VALUE that begins with `@` is a file: `gh api -F`. */
  | 'field'
  /** A revision of git, a path, or both in one: `HEAD`, `.env`, `HEAD:.env`. */
  | 'revision'
  | 'url'
  | 'host'
  /** An image of a container: its registry is the host that it begins with, or the daemon's own. */
  | 'image'
  /** `OWNER/REPO` where the program always goes, or `HOST/OWNER/REPO`. */
  | 'repository'
  /** `host:path` or a local file that is read (`remote-from`) or written (`remote-to`). */
  | 'remote-from'
  | 'remote-to'
  /** Where the command works instead. */
  | 'directory'
  /** A program that is started: a name or a file. */
  | 'program'
  /** Text that a shell will read. */
  | 'shell'
  /** Program text of an interpreter that is not modelled. */
  | 'code'
  /** Statements for a database; its row says which of them only ask. */
  | 'sql'
  | 'sed'
  | 'awk'
  /** `NAME` or `NAME=VALUE`. */
  | 'variable';

export interface Operands {
  /** Roles of the first operands, in order. */
  readonly first?: readonly Role[];
  /** Role of every operand after those. Absent: more operands are not understood. */
  readonly rest?: Role;
  /** Role of the last operand, if there is more than one beyond `first`. */
  readonly last?: Role;
  /** An option that takes the place of the first operand: `grep -e`, `sed -e`. */
  readonly firstUnless?: string;
  /** An option that takes the place of the last operand: `cp -t`. */
  readonly lastUnless?: string;
  /** What it takes when no operand is left for `rest`: search and list tools read `.`. */
  readonly implied?: string;
  /** ... only with one of these options: `grep -r`. */
  readonly impliedWith?: string;
}

export interface Carries {
  /**
   * `argv`: the operands are a command. `shell`: the operands joined are shell text. `text`: only options with role
   * `shell` carry. `exec`: `-exec ... ;`. `script`: like a shell, `-c` text, a script file, or standard input.
   * `stdin`: commands from standard input alone.
   */
  readonly how: 'argv' | 'shell' | 'text' | 'exec' | 'script' | 'stdin';
  /** Its own words are not modelled, so the command may begin at any operand. */
  readonly anywhere?: boolean;
  /** Behind those operands, an option that takes shell text instead: `flock FILE -c TEXT`. */
  readonly textAfter?: string;
  /** Operands before the command: `timeout 5`, `flock FILE`, `chroot DIR`. */
  readonly skip?: number;
  /** Skipped operands that are there only if they look so: `NAME=VALUE`. */
  readonly assignments?: boolean;
  /** Adds nothing to what it carries, so an allow for that is an allow for this. */
  readonly transparent?: boolean;
  /** What it carries runs as somebody else, elsewhere, or under names that mean something else. */
  readonly elsewhere?: string;
  /** It runs elsewhere in name only: the directory stays. */
  readonly here?: boolean;
  /** Files named there are not this machine's. */
  readonly away?: boolean;
  /** What it carries cannot reach this machine but by what the carrier was given: its rule decides, denies still bind. */
  readonly contained?: boolean;
  /** Appends words that are not in the text: `xargs`, `find -exec {}`. */
  readonly appends?: boolean;
  /** An option that replaces a string inside the carried words: `xargs -I {}`. */
  readonly replaces?: string;
  /** An option that makes it print instead of running: `command -v`. */
  readonly unless?: string;
  /** An option that makes it take argv instead of shell text: `watch -x`. */
  readonly argvWith?: string;
  /** Without anything to carry it starts a shell or reads commands from standard input. */
  readonly bareRuns?: string;
  /** With these options it starts a shell of its own: `sudo -i`. */
  readonly shellWith?: string;
}

export interface Refinement {
  readonly does?: Does;
  readonly why?: string;
  /** It only asks another system, which is paid for each time. */
  readonly pays?: true;
  readonly touches?: readonly Touch[];
  readonly reaches?: readonly { readonly word: Word; readonly as: 'url' | 'host' | 'remote' }[];
  readonly escalations?: readonly { readonly at: number; readonly why: string }[];
}

export interface Touch {
  readonly access: 'read' | 'write' | 'delete';
  readonly word: Word;
  readonly recursive?: boolean;
  /** Removed here, kept elsewhere: the source of `mv`. */
  readonly moved?: true;
  /** Only what git tracks, which is nothing of `.git`. */
  readonly tracked?: true;
  /** What a search finds below it, by these patterns for its name; none means any. */
  readonly finds?: readonly string[];
}

/** How one argv uses a command: read from the words by its row. */
export interface Arguments {
  readonly command: Command;
  /** Rows from the outermost to the sub-command in use. */
  readonly rows: readonly Command[];
  /** Names as typed, without a directory: `git`, `stash`, `list`. */
  readonly path: readonly string[];
  readonly words: readonly Word[];
  readonly options: readonly UsedOption[];
  readonly operands: readonly Operand[];
  /** Options that the model does not know. */
  readonly strangers: readonly { readonly at: number; readonly text: string }[];
  /** Words that are not known and may turn out to be options. */
  readonly vague: readonly number[];
  /** A sub-command is needed and is not one that is known. */
  readonly strange: string | undefined;
  /** Index behind the last sub-command's word. */
  readonly from: number;
}

export interface UsedOption {
  readonly name: string;
  readonly kind: 'plain' | 'changing' | 'escalating';
  readonly why: string | undefined;
  readonly role: Role | undefined;
  readonly value: Word | undefined;
  readonly at: number;
  /** Index behind the words that belong to it: `-exec rm {} ;`. */
  readonly until: number | undefined;
}

export interface Operand {
  readonly word: Word;
  readonly at: number;
  /** Stands behind `--`. */
  readonly after?: boolean;
}

/** Run by one test for every row. Texts are shell text of a single command. */
export interface Examples {
  readonly reads?: readonly string[];
  readonly edits?: readonly string[];
  readonly acts?: readonly string[];
  /** Acts, and an allow rule on the command must not cover it. */
  readonly escalates?: readonly string[];
  /** Command and what it carries; `?` stands for a word that is not known. */
  readonly carries?: readonly (readonly [string, string])[];
  /** Command and what it touches: `read a, write b`. */
  readonly touches?: readonly (readonly [string, string])[];
}

export function used(args: Arguments, ...names: readonly string[]): boolean {
  return args.options.some((option) => names.includes(option.name));
}
