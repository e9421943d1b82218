/**
 * Places that need a person's approval whatever the allow rules say. A path that starts with two stars applies at any depth,
 * one that starts with a slash is absolute; both protect the place itself and everything below it. Names are in lower case and
 * compared in any case.
 */
export interface ProtectedRow {
  readonly code: string;
  /** Completes a sentence that begins with the path. */
  readonly reason: string;
  /** `read`: reading asks as well. `write`: only changing and deleting do. */
  readonly from: 'read' | 'write';
  readonly paths: readonly string[];
  /** Similar names that are harmless: examples, public halves. */
  readonly except?: readonly string[];
}
