/** One thing that users of permission layers demand, and the test that shows it. */
export interface Demand {
  readonly says: string;
  /** A test file, from the root of the repository. */
  readonly file: string;
  /** The name of the test there, or of the group or row of tests. */
  readonly name: string;
  /** Where ours differs: the decision, and how. */
  readonly differs?: { readonly decision: string; readonly how: string };
}

export interface Topic {
  readonly title: string;
  readonly demands: readonly Demand[];
}

export const own = 'packages/permesso/test/demands';
export const tests = 'packages/permesso/test';
export const library = 'packages/gate/test';
export const sdks = 'packages/gate/src/sdks';
export const real = 'host-tests/sdks';

type Row = readonly [says: string, name?: string, differs?: Demand['differs']];

/** The test bears the words of the demand unless the row names another. */
export const shownIn = (file: string, rows: readonly Row[]): readonly Demand[] =>
  rows.map(([says, name = says, differs]) => ({
    says,
    file,
    name,
    ...(differs === undefined ? {} : { differs }),
  }));

const smallDifferences = '0039-demands-met-in-another-way.md';
export const differs = (how: string, decision: string = smallDifferences): Demand['differs'] => ({
  decision,
  how,
});
