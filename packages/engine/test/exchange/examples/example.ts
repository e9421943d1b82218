import type { Verdict } from '../../../src/policy/rules/verdict.ts';
import type { ReadOptions } from '../../../src/policy/formats/format.ts';

/** A source, and what its own program decides with it. Run by a test: the import is never looser. */
export interface Example {
  readonly says: string;
  readonly source: string;
  readonly options?: ReadOptions;
  /**
   * `Bash(git push)`, `Read(src/a.ts)`, `WebFetch(https://...)`, `tool({"json": 1})`; the source's verdict; ours, where
   * it is stricter and the report says so.
   */
  readonly calls: readonly (readonly [call: string, theirs: Verdict, ours?: Verdict])[];
}
