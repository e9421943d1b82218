import type { PathFact } from './paths/path-fact.ts';
import type { Span } from '../call/span.ts';
import type { UrlFact } from './urls/url-fact.ts';

/** Something that happens when a part runs. Deny and ask rules about files and hosts bind here. */
export type Access = PathAccess | HostAccess | OtherAccess;

export interface PathAccess {
  readonly kind: 'read' | 'write' | 'delete';
  readonly path: PathFact;
  /** The part names the file and nobody knows what it does with it: rules about it may match, never surely. */
  readonly perhaps?: true;
  /** What is removed here stands elsewhere afterwards: the source of `mv`. */
  readonly moved?: true;
  /** Nobody described the tool: its argument of this name seems to name the file. Binds deny and ask rules only. */
  readonly suspected?: string;
  readonly span?: Span;
}

export interface HostAccess {
  readonly kind: 'network';
  readonly url: UrlFact;
  /** As for a file. */
  readonly perhaps?: true;
  readonly suspected?: string;
  readonly span?: Span;
}

export interface OtherAccess {
  /**
   * `execute`: runs code that is not in the call. `environment`: changes what later commands mean. `destroy`: cannot be
   * undone, whether or not a file is named: a publish, a forced push, a pruned volume.
   */
  readonly kind: 'execute' | 'environment' | 'destroy';
  readonly what: string;
  readonly span?: Span;
}
