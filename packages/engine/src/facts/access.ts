import type { PathFact } from './paths/path-fact.ts';
import type { Span } from '../call/span.ts';
import type { UrlFact } from './urls/url-fact.ts';

/** Something that happens when a part runs. Deny and ask rules about files and hosts apply here. */
export type Access = PathAccess | HostAccess | OtherAccess;

export interface PathAccess {
  readonly kind: 'read' | 'write' | 'delete';
  readonly path: PathFact;
  /** The part names the file, but what it does with it is unknown: rules about the file may match, never surely. */
  readonly perhaps?: true;
  /** The removed file continues to exist elsewhere: the source of `mv`. */
  readonly moved?: true;
  /** The tool has no description, but its argument of this name seems to name the file. Only deny and ask rules apply. */
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
   * `execute`: runs code that is not in the call. `environment`: changes what later commands mean. `destroy`: cannot be undone,
   * whether or not it names a file: a publish, a forced push, a pruned volume.
   */
  readonly kind: 'execute' | 'environment' | 'destroy';
  readonly what: string;
  readonly span?: Span;
}
