import type { Bound } from '@permesso/engine/text';
import type { LayerName } from '@permesso/engine/policy';

/** One source: a file, or several that the program reads as one. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly layer: LayerName;
}

export interface Imported extends Bound {
  readonly source: Source;
  /** The resulting policy file. */
  readonly policy: string;
}
