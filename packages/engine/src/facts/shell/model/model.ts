import type { Word } from '../read/words/word.ts';

/**
 * What is known about a command. Rows are data; one file per family. Everything the engine needs to know about a command (is it
 * read-only, what does it touch, what does it carry) is read from here.
 */
export interface Command {
  readonly names: readonly string[];
  /** All names are synonyms of the first: a deny for `npm install` also denies `npm i`. */
  readonly same?: boolean;
  /** What it does if only its `options` and `operands` are used. */
  readonly does: Does;
  /** Known options that do not change `does`. See `option-spec.ts` for the notation. */
  readonly options?: string;
  /** Known options that make a reading or editing command act. */
  readonly changing?: string;
  /** Options that turn the command into something else: an allow rule must spell them. */
  readonly escalating?: readonly Escalating[];
  /**
   * Escalating options that turn a reading command into an edit of just the file they name: `sort -o a a`. A fetching command
   * only writes the response there: `curl -o a`. Without a value, the edits are the row's touches: `find -delete`.
   */
  readonly outputs?: string;
  readonly operands?: Operands;
  /** Options end at the first operand (`printf`, `timeout`), may be mixed with operands, or are whole words (`find -name`). */
  readonly style?: 'mixed' | 'options-first' | 'words';
  /** No option of any implementation writes, deletes or runs anything, so an unknown word may occur anywhere. */
  readonly harmless?: boolean;
  /** `+x` is an option just like `-x`: `bash +e -c TEXT`. */
  readonly plus?: boolean;
  /** Words that look like unknown options are data: `echo --x`, `test -z`. */
  readonly loose?: boolean;
  readonly subcommands?: readonly Command[];
  /** Whether options of this row are also recognised after the sub-command. */
  readonly globals?: 'before' | 'anywhere';
  /** What the bare command does without a sub-command. Absent: it acts. */
  readonly bare?: Does;
  /** Reads configuration that the directory controls, so it proves nothing in someone else's directory. */
  readonly place?: 'own';
  /** Files that it obeys, found from its directory upwards: it proves nothing where one exists. */
  readonly loads?: readonly string[];
  /** Escalating options that choose among the user's own accounts or clusters: a reading command remains one. */
  readonly profiles?: string;
  /** Escalating options that only name its working directory: they add nothing if that is a directory of the user's own. */
  readonly moves?: string;
  /**
   * Options that only affect how much is printed, or that mean the same after the sub-command: a rule's words may surround
   * them. `npm --silent test` is `npm test --silent`.
   */
  readonly aside?: string;
  readonly carries?: Carries;
  /** Reads names and sizes, but not the contents of files. */
  readonly lists?: boolean;
  /** With these options it reads files that a list or standard input names: `sort --files0-from=x`. */
  readonly listed?: string;
  /** Touches everything below a path: always, or with these options. */
  readonly recursive?: true | string;
  /**
   * Only reaches the hosts it names and prints their responses, so an allow rule about those hosts covers it. With one of the
   * options in `sends` it sends more than an address: then only to this machine.
   */
  readonly fetches?: { readonly sends: string };
  /** Effects that no operand reveals. */
  readonly also?: readonly Also[];
  readonly destructive?: boolean;
  /** Options that only print: alone after the name they read, whatever the command. Default `--version --help`. */
  readonly prints?: string;
  /** Without an operand, or with `-`, standard input is its program (`python3 - <<E`) or stored text (`git commit -F -`). */
  readonly standardInput?: 'code' | 'plain';
  /** Whether an escalating option is harmless with this value: `git -c color.ui=never`. */
  readonly tame?: (option: UsedOption) => boolean;
  /** Adds what options and operands alone do not show. `given` is the text of a here-document. */
  readonly refine?: (args: Arguments, given?: string) => Refinement | undefined;
  /** Judges the text of a here-document, which the command receives verbatim. */
  readonly fed?: (args: Arguments, text: string) => Refinement | undefined;
  /** Other argvs and shell texts that this one means: `git -c alias.p=push p`. `here` is the text of its standard input. */
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

export type Role =
  | 'text'
  /** Text that is only stored, shown or compared: proven not to name a file, host or program. */
  | 'plain'
  /** An argument of a project script: it may name a file or a host, but starts no program. */
  | 'argument'
  /** The name of something that the project defines: `nox -s NAME`, `cmake --target NAME`. */
  | 'task'
  | 'read'
  | 'write'
  /** A file that is written, or standard output if it is `-`. */
  | 'output'
  | 'delete'
  /** A file that is read and removed: the source of `mv`. */
  | 'move'
  /** A file, or a URL that is fetched: `kubectl get -f`. */
  | 'source'
  /** `NAME=VALUE`, where a VALUE that begins with `@` is a file: `gh api -F`. */
  | 'field'
  /** A git revision, a path, or both in one: `HEAD`, `.env`, `HEAD:.env`. */
  | 'revision'
  | 'url'
  | 'host'
  /** A container image: its registry is the host that it begins with, or the daemon's default. */
  | 'image'
  /** `OWNER/REPO` on the program's default host, or `HOST/OWNER/REPO`. */
  | 'repository'
  /** `host:path` or a local file that is read (`remote-from`) or written (`remote-to`). */
  | 'remote-from'
  | 'remote-to'
  /** The directory in which the command works instead. */
  | 'directory'
  /** A program to start: a name or a file. */
  | 'program'
  /** Text that a shell runs. */
  | 'shell'
  /** Program text for an interpreter that is not modelled. */
  | 'code'
  /** Statements for a database; its row determines which of them only read. */
  | 'sql'
  | 'sed'
  | 'awk'
  /** `NAME` or `NAME=VALUE`. */
  | 'variable';

export interface Operands {
  /** Roles of the first operands, in order. */
  readonly first?: readonly Role[];
  /** Role of every operand after those. Absent: further operands are not understood. */
  readonly rest?: Role;
  /** Role of the last operand, if there is more than one beyond `first`. */
  readonly last?: Role;
  /** An option that replaces the first operand: `grep -e`, `sed -e`. */
  readonly firstUnless?: string;
  /** An option that replaces the last operand: `cp -t`. */
  readonly lastUnless?: string;
  /** The default if no operand is left for `rest`: search and list tools read `.`. */
  readonly implied?: string;
  /** The default applies only with one of these options: `grep -r`. */
  readonly impliedWith?: string;
}

export interface Carries {
  /**
   * `argv`: the operands are a command. `shell`: the operands joined are shell text. `text`: only options with role `shell`
   * carry. `exec`: `-exec ... ;`. `script`: like a shell, `-c` text, a script file, or standard input. `stdin`: commands from
   * standard input only.
   */
  readonly how: 'argv' | 'shell' | 'text' | 'exec' | 'script' | 'stdin';
  /** Its own words are not modelled, so the command may begin at any operand. */
  readonly anywhere?: boolean;
  /** After those operands, an option that takes shell text instead: `flock FILE -c TEXT`. */
  readonly textAfter?: string;
  /** Operands before the command: `timeout 5`, `flock FILE`, `chroot DIR`. */
  readonly skip?: number;
  /** Whether to skip operands of the form `NAME=VALUE`. */
  readonly assignments?: boolean;
  /** Adds nothing to the carried command, so an allow for that command covers this one. */
  readonly transparent?: boolean;
  /** The carried command runs as another user, on another machine, or where names have another meaning. */
  readonly elsewhere?: string;
  /** It only counts as running elsewhere: the directory stays the same. */
  readonly here?: boolean;
  /** Files named there are not on this machine. */
  readonly away?: boolean;
  /** The command reaches this machine only through what the carrier was given: the carrier's rule decides, denies apply. */
  readonly contained?: boolean;
  /** Appends words that the text does not show: `xargs`, `find -exec {}`. */
  readonly appends?: boolean;
  /** An option that replaces a string in the carried words: `xargs -I {}`. */
  readonly replaces?: string;
  /** An option that makes it print instead of running: `command -v`. */
  readonly unless?: string;
  /** An option that makes it take an argv instead of shell text: `watch -x`. */
  readonly argvWith?: string;
  /** With nothing to carry it starts a shell or reads commands from standard input. */
  readonly bareRuns?: string;
  /** With these options it starts a shell of its own: `sudo -i`. */
  readonly shellWith?: string;
}

export interface Refinement {
  readonly does?: Does;
  readonly why?: string;
  /** It only queries another system, which charges for each query. */
  readonly pays?: true;
  readonly touches?: readonly Touch[];
  readonly reaches?: readonly { readonly word: Word; readonly as: 'url' | 'host' | 'remote' }[];
  readonly escalations?: readonly { readonly at: number; readonly why: string }[];
}

export interface Touch {
  readonly access: 'read' | 'write' | 'delete';
  readonly word: Word;
  readonly recursive?: boolean;
  /** Removed here, but it exists elsewhere afterwards: the source of `mv`. */
  readonly moved?: true;
  /** Only files that git tracks, so nothing in `.git`. */
  readonly tracked?: true;
  /** The matches of a search below it, by these name patterns; an empty list means any. */
  readonly finds?: readonly string[];
}

/** How one argv uses a command, as parsed by its row. */
export interface Arguments {
  readonly command: Command;
  /** Rows from the outermost to the sub-command in use. */
  readonly rows: readonly Command[];
  /** Names as typed, without a directory: `git`, `stash`, `list`. */
  readonly path: readonly string[];
  readonly words: readonly Word[];
  readonly options: readonly UsedOption[];
  readonly operands: readonly Operand[];
  /** Options that the row does not know. */
  readonly strangers: readonly { readonly at: number; readonly text: string }[];
  /** Unknown words that may turn out to be options. */
  readonly vague: readonly number[];
  /** A word in place of the required sub-command that is not a known one. */
  readonly strange: string | undefined;
  /** Index after the last sub-command's word. */
  readonly from: number;
}

export interface UsedOption {
  readonly name: string;
  readonly kind: 'plain' | 'changing' | 'escalating';
  readonly why: string | undefined;
  readonly role: Role | undefined;
  readonly value: Word | undefined;
  readonly at: number;
  /** Index after the words that belong to it: `-exec rm {} ;`. */
  readonly until: number | undefined;
}

export interface Operand {
  readonly word: Word;
  readonly at: number;
  /** Occurs after `--`. */
  readonly after?: boolean;
}

/** One test runs these for every row. Each text is the shell text of a single command. */
export interface Examples {
  readonly reads?: readonly string[];
  readonly edits?: readonly string[];
  readonly acts?: readonly string[];
  /** It acts, and an allow rule on the command must not cover it. */
  readonly escalates?: readonly string[];
  /** The command and what it carries; `?` is an unknown word. */
  readonly carries?: readonly (readonly [string, string])[];
  /** Command and what it touches: `read a, write b`. */
  readonly touches?: readonly (readonly [string, string])[];
}

export function used(args: Arguments, ...names: readonly string[]): boolean {
  return args.options.some((option) => names.includes(option.name));
}
