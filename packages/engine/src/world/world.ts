/**
 * Everything that a decision may know about the machine, as a value. One reader fills it (`read-world.ts`); a recorded world
 * replays a decision; tests write their own. This file holds types only.
 */
export interface World {
  /** The absolute directory where the call starts. */
  readonly cwd: string;
  /** The absolute root that bare path rules start from. */
  readonly project: string;
  /** Absolute directories in which edits may be accepted without a prompt. */
  readonly workingDirectories: readonly string[];
  readonly home: string;
  /** Milliseconds since the epoch; rules and grants expire against it. */
  readonly now: number;
  /** Whether two spellings that differ only in case name one file. Checks for suspicion always ignore case. */
  readonly caseInsensitive: boolean;
  /** Set on Windows, whose drives are the first segments of paths: `/c/Users/dev`. Absent elsewhere. */
  readonly platform?: 'win32';
  /** What is at an absolute path. Queried segment by segment, so that our own rules follow links. */
  readonly entry: (path: string) => Entry;
  /** The content of a directory; undefined when it cannot be read. Absent where nothing can be listed. */
  readonly holds?: (directory: string) => readonly HeldName[] | undefined;
  /** The text of a small file; undefined when there is none. Used only for files that say what searches leave out. */
  readonly text?: (path: string) => string | undefined;
  /** What a script in the project's own files runs; undefined when there is none. Can only add suspicion. */
  readonly script?: (script: ProjectScript) => string | undefined;
  /**
   * Whether everything at and below an absolute path can be restored after removal: tracked by git and equal to its last
   * commit, or build output. Absent where this cannot be checked: then nothing can be restored.
   */
  readonly recoverable?: (path: string) => boolean;
  /**
   * Whether what is at a path, or what git holds around one, is kept before the call runs, so that it can be restored. Absent:
   * nothing is kept.
   */
  readonly keeps?: (asked: KeepQuestion) => KeepAnswer;
  /**
   * Whether every name below a directory is plain (no space, quote or control character, no leading dash), also in git's index,
   * and no link leads out of it, so that `xargs` passes on exactly what a search prints there. Absent: cannot be checked.
   */
  readonly plainBelow?: (directory: string) => boolean;
  /**
   * Like `plainBelow`, for every name in a commit, which may have been removed since; none of them is `.git`. Absent: cannot be
   * checked.
   */
  readonly plainIn?: (commit: NamedCommit) => boolean;
  /**
   * A world from fixed data: only links in `entry` lead elsewhere, and no name is unusual, even in directories that cannot be
   * listed.
   */
  readonly noOtherLinks?: true;
  /** Read from a log: only what the decision asked at the time is known. */
  readonly isRecorded?: true;
  /** Whether a file can also be reached under another name: a hard link. Absent where this cannot be checked. */
  readonly hasOtherNames?: (path: string) => boolean;
  /** What the repository around a directory may run automatically; undefined when unknown. */
  readonly repository?: (directory: string) => RepositoryFact | undefined;
  /** The sandbox of this machine. Absent: none, so no call is sandboxed. */
  readonly sandbox?: SandboxFact;
}

/** `HEAD~2` or `main`, as written for git, in the repository around a directory. */
export interface NamedCommit {
  readonly directory: string;
  readonly revision: string;
}

/** A file or directory, or what a git command may lose in the repository around a directory. */
export interface KeepQuestion {
  readonly path: string;
  /**
   * Instead of the path itself, everything below it whose name matches one of these patterns, in any case: what a search or
   * `**` may match.
   */
  readonly names?: readonly string[];
  readonly git?: GitLoss;
}

export interface GitLoss {
  /**
   * `refs`: branches, tags and stashes. `objects`: objects that no reference holds any more. Each of the others, in addition to
   * `refs`: changes in the work tree, untracked files, and untracked files including ignored ones. `history`: all references,
   * all objects and every tracked file.
   */
  readonly loses: 'refs' | 'objects' | 'work' | 'untracked' | 'ignored' | 'history';
  /** The command's words after its name: branches, tags and commits among them. */
  readonly words: readonly string[];
  /** Instead of this repository, each submodule that it has checked out; `nested`: theirs too. */
  readonly submodules?: 'direct' | 'nested';
}

/** `kept`, or why not: completes "it is not kept: ...". */
export type KeepAnswer = 'kept' | { readonly why: string };

/** Programs that git starts automatically in one repository. Both empty: none. */
export interface RepositoryFact {
  /** Hooks, which run on writes. */
  readonly hooks: readonly string[];
  /** Settings, attributes and nested repositories, which may run something on any use. */
  readonly programs: readonly string[];
  /** The same for jj, when this is its nearest repository too; absent where jj has none here. */
  readonly jj?: readonly string[];
}

/** What is known about the sandbox that a call would run in. */
export interface SandboxFact {
  /** `sandbox-runtime`, the name of the host that provides the sandbox, or `none` if this call must not run in one. */
  readonly engine: string;
  readonly version: string;
  /** A canary tried to escape, as the user that runs the calls, and failed. */
  readonly proven: boolean;
  /** Why it is not proven. */
  readonly whyNot?: string;
  /** Directories in which programs are looked up. */
  readonly path?: readonly string[];
  /** One sandbox holds all calls of the session, so their servers and processes are still there for the next call. */
  readonly session?: true;
  /**
   * Commands that ran sandboxed without an allow rule and changed something in a working directory of this call, since a person
   * last approved its state. Empty: none did. Absent: there is no record, so some may have.
   */
  readonly unapproved?: readonly string[];
}

/** `npm run test`, `make deploy`, `just ci`, with the directory in which it is started. */
export interface ProjectScript {
  readonly directory: string;
  readonly runner: 'npm' | 'make' | 'just' | 'composer' | 'deno';
  /** In every workspace package: `turbo run test`, `npm test --workspaces`. */
  readonly everywhere?: true;
  /** Empty for the default script. */
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
  /** Unreadable or not queried: never assumed to be harmless. */
  | { readonly is: 'unknown'; readonly reason: string };
