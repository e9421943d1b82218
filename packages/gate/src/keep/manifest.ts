/** What one call would have lost, as it is written down beside it. Paths are bytes, each as one character of Latin-1. */
export interface Manifest {
  readonly version: 1;
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  /** What the call was, as the person would know it, without secrets. */
  readonly label: string;
  readonly cwd: string;
  readonly project: string;
  readonly session?: string;
  readonly host?: string;
  /** Of the call, by which the log knows it. */
  readonly key: string;
  readonly items: readonly KeptItem[];
  readonly git: readonly KeptGit[];
  /** What the call may lose and is not here, with the reason. */
  readonly unkept: readonly string[];
  readonly files: number;
  readonly bytes: number;
}

/** One file, directory or link. */
export interface KeptItem {
  readonly path: string;
  readonly is: 'file' | 'directory' | 'link';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  /** Nanoseconds, in decimal. */
  readonly mtime: string;
  readonly atime: string;
  /** Where a link leads. */
  readonly target?: string;
  /** The file in `data` that holds it. */
  readonly data?: number;
  /** The same file that was at the path, under another name: it contains what has been written to it since. */
  readonly linked?: true;
  /** The item that is the same file under another name. */
  readonly same?: number;
}

/** References, stashes and the index of one repository. */
export interface KeptGit {
  readonly root: string;
  /** Of this work tree, and what all work trees share. */
  readonly own: string;
  readonly shared: string;
  readonly head: string;
  /** Those that the call may move or remove. */
  readonly refs: readonly (readonly [name: string, id: string])[];
  /** Lines of the log of `refs/stash`, the oldest first. */
  readonly stashes: readonly string[];
  readonly hasIndex: boolean;
  /** The folder beside the manifest that holds index and objects. */
  readonly folder: string;
  /** Every reference is kept: one that is new afterwards was made by the call. */
  readonly isWhole?: true;
}

/** What these places held once the call had run: any later difference is somebody's newer work. */
export interface AfterCall {
  readonly at: number;
  readonly ok: boolean;
  /** By the place of the item; those that are gone are left out. */
  readonly items: Readonly<Record<string, string>>;
  readonly git: readonly GitState[];
}

export interface GitState {
  readonly head: string;
  readonly refs: Readonly<Record<string, string>>;
  readonly index: string;
}

export interface Restored {
  readonly at: number;
  readonly restored: number;
  readonly beside: number;
}

/** An undo that has not ended: the directories that were not there, by the places of their items. */
export interface BegunUndo {
  readonly directories: readonly number[];
}

export function bytesOf(path: string): Buffer {
  return Buffer.from(path, 'latin1');
}

export function pathOf(bytes: Buffer | string): string {
  return Buffer.from(bytes).toString('latin1');
}

/** For people; what is no UTF-8 is shown as it can be. */
export function shownPath(path: string): string {
  return bytesOf(path).toString('utf8');
}
