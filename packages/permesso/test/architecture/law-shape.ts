export interface Stage {
  /** A folder below `src`, or the name of a file that is there itself. */
  readonly name: string;
  readonly owns: string;
  /** Folders inside it, each with what it owns. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Packages from npm that it may import. */
  readonly packages?: readonly string[];
  /** Other stages import its `index.ts` alone. */
  readonly isModule?: true;
}

export interface PackageLaw {
  readonly folder: string;
  readonly name: string;
  readonly about: string;
  /** No `node:*`, no clock, no environment, no randomness, no timers, no network. */
  readonly pure?: true;
  /** In their order: a file imports from its own stage and from earlier ones. */
  readonly stages: readonly Stage[];
  /** Packages of this repository that it may import. */
  readonly uses: readonly string[];
  /** Runs in browsers: no `node:*`. */
  readonly browser?: true;
  /** Tests of a stage may start the whole package. */
  readonly freeTests?: true;
}
