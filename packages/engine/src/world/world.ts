/**
 * Everything a decision may know about the machine, as a value. One reader fills it (`read-world.ts`);
 * a recorded world replays a decision; tests write their own. This file holds types only.
 */
export interface World {
  /** Absolute directory where the call starts. */
  readonly cwd: string;
  /** Absolute root that bare path rules start from. */
  readonly project: string;
  /** Absolute directories in which edits may be accepted without asking. */
  readonly workingDirectories: readonly string[];
  readonly home: string;
  /** Milliseconds since the epoch; rules and grants expire against it. */
  readonly now: number;
  /** Whether two spellings that differ only in case name one file. Suspicion always ignores case. */
  readonly caseInsensitive: boolean;
  /** Windows, whose drives are the first names of paths: `/c/Users/dev`. Absent everywhere else. */
  readonly platform?: 'win32';
  /** What is at an absolute path. Asked segment by segment, so links are followed by our own rules. */
  readonly entry: (path: string) => Entry;
  /** What a directory holds, undefined when it cannot be read. Absent where nobody can look. */
  readonly holds?: (directory: string) => readonly HeldName[] | undefined;
  /** What a small text file says, undefined when there is none. Asked only for files that say what searches leave out. */
  readonly text?: (path: string) => string | undefined;
  /** What a script of the project's own files runs, undefined where there is none. Only adds suspicion. */
  readonly script?: (script: ProjectScript) => string | undefined;
  /**
   * Whether everything at an absolute path, and below it, can be restored once it is removed: tracked by git and
   * equal to its last commit, or build output. Absent where nobody can look: then nothing can.
   */
  readonly recoverable?: (path: string) => boolean;
  /**
   * Whether what is at a path, or what git holds around one, is kept before the call runs, so that it can be brought
   * back. Absent: nothing is kept.
   */
  readonly keeps?: (asked: KeepQuestion) => KeepAnswer;
  /**
   * Whether every name below a directory is plain (no blank, quote or control character, no dash in front), also in git's
   * index, and no link leads out of it: what a search prints there is then what `xargs` hands on. Absent: nobody can look.
   */
  readonly plainBelow?: (directory: string) => boolean;
  /** The same of every name that a commit has, which may have been removed since. Absent: nobody can look. */
  readonly plainIn?: (commit: NamedCommit) => boolean;
  /**
   * A world that is written down: nothing leads elsewhere but what `entry` says, and no name is odd, also in directories
   * that cannot be listed.
   */
  readonly noOtherLinks?: true;
  /** Read from a log: only what a decision asked then is known. */
  readonly isRecorded?: true;
  /** Whether a file can be reached under another name as well: a hard link. Absent where nobody can look. */
  readonly hasOtherNames?: (path: string) => boolean;
  /** What the repository around a directory may run on its own, undefined where that is not known. */
  readonly repository?: (directory: string) => RepositoryFact | undefined;
  /** The sandbox of this machine. Absent: there is none, so no call is sandboxed. */
  readonly sandbox?: SandboxFact;
}

/** `HEAD~2` or `main`, as it is written for git, in the repository around a directory. */
export interface NamedCommit {
  readonly directory: string;
  readonly revision: string;
}

/** A file or directory; or what a command of git may lose in the repository around a directory. */
export interface KeepQuestion {
  readonly path: string;
  /** Not the path, but all below it whose name fits one of these patterns, in any case: what a search or `**` may mean. */
  readonly names?: readonly string[];
  readonly git?: GitLoss;
}

export interface GitLoss {
  /**
   * `refs`: branches, tags and stashes. `objects`: what no reference holds any more. Each of the others beside `refs`: changes in
   * the work tree, files that git does not track, also those that it ignores. `history`: all references, all objects and every
   * file that git tracks.
   */
  readonly loses: 'refs' | 'objects' | 'work' | 'untracked' | 'ignored' | 'history';
  /** Of the command, behind its name: branches, tags and commits among them. */
  readonly words: readonly string[];
  /** Not in this repository, but in each submodule that it has checked out; `nested`: in theirs too. */
  readonly submodules?: 'direct' | 'nested';
}

/** `kept`, or why not: completes "it is not kept: ...". */
export type KeepAnswer = 'kept' | { readonly why: string };

/** Programs that git starts on its own in one repository. Both empty: it starts none. */
export interface RepositoryFact {
  /** Hooks, which run when something is written. */
  readonly hooks: readonly string[];
  /** Settings, attributes and nested repositories, which may run something at any use. */
  readonly programs: readonly string[];
  /** The same of jj, whose nearest repository this is, too; absent where jj has none here. */
  readonly jj?: readonly string[];
}

/** What is known of the sandbox that a call would run in. */
export interface SandboxFact {
  /** `sandbox-runtime`, the name of the host whose own sandbox it is, or `none` where this call shall not run in one. */
  readonly engine: string;
  readonly version: string;
  /** A canary tried to get out, as the user that runs the calls, and did not. */
  readonly proven: boolean;
  /** Why it is not proven. */
  readonly whyNot?: string;
  /** Directories in which programs are looked up. */
  readonly path?: readonly string[];
  /** One sandbox holds all calls of the session, so their servers and processes are there for the next call. */
  readonly session?: true;
  /**
   * Commands that ran sandboxed without a rule that allows them and changed something in a working directory of this call,
   * since a person last answered for it. Empty: none did. Absent: nobody kept a record, so some may have.
   */
  readonly unapproved?: readonly string[];
}

/** `npm run test`, `make deploy`, `just ci`, by the directory that it is started in. */
export interface ProjectScript {
  readonly directory: string;
  readonly runner: 'npm' | 'make' | 'just' | 'composer' | 'deno';
  /** In every package of the workspace: `turbo run test`, `npm test --workspaces`. */
  readonly everywhere?: true;
  /** Empty for the one that runs when none is named. */
  readonly name: string;
}

export interface HeldName {
  readonly name: string;
  readonly is: 'file' | 'directory' | 'link';
}

/** What is at a path: nothing, a file, a directory, a link, or something that could not be read. */
export type Entry =
  | { readonly is: 'missing' | 'file' | 'directory' }
  | { readonly is: 'link'; readonly target: string }
  /** Unreadable or not asked for: never taken to be harmless. */
  | { readonly is: 'unknown'; readonly reason: string };
