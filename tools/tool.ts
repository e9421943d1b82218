/** A program of this repository that is started by hand: an experiment, a bench, a generator, a check of a release. */
export interface Tool {
  readonly name: string;
  readonly says: string;
  /** What is given after the name, for example. */
  readonly example?: string;
  /**
   * Files of this repository or programs of `node_modules/.bin`, each with arguments of its own, one after the other. What is given
   * goes to the last one.
   */
  readonly starts: readonly (readonly [program: string, ...fixed: string[]])[];
  /** It answers `--help` itself, with more than this row. */
  readonly help?: true;
}
