/** One way to undo a fix. The named test must fail while it is applied. */
export interface Sabotage {
  /** The security claim that the fix makes true. */
  readonly claim: string;
  /** From the repository's root. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files, from the repository's root. */
  readonly tests: readonly string[];
  /** Only tests whose name matches, to save time. */
  readonly named?: string;
}

/** How often the text stands in the file. Undone is only what stands there once. */
export function timesFound({ find }: Sabotage, text: string): number {
  return text.split(find).length - 1;
}
