/**
 * Places that need a person's yes whatever the allow rules say. A path that starts with two stars is meant at any
 * depth, one that starts with a slash is absolute; either protects what it names and everything below it. Names are
 * in lower case and compared in any case.
 */
export interface ProtectedRow {
  readonly code: string;
  /** Follows the path in a sentence. */
  readonly reason: string;
  /** `read`: reading asks as well. `write`: only changing and deleting do. */
  readonly from: 'read' | 'write';
  readonly paths: readonly string[];
  /** Names that look like it and are harmless: examples, public halves. */
  readonly except?: readonly string[];
}
