/** A regular expression as a tree. Groups only group, so they leave no node. */
export type Node =
  | { readonly is: 'set'; readonly set: CharSet }
  | { readonly is: 'assertion'; readonly assertion: Assertion }
  | { readonly is: 'sequence'; readonly items: readonly Node[] }
  | { readonly is: 'choice'; readonly options: readonly Node[] }
  | { readonly is: 'repeat'; readonly item: Node; readonly least: number; readonly most: number };

export type Assertion = 'start' | 'end' | 'boundary' | 'no-boundary';

/** Code points, both ends inclusive. */
export interface CharSet {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}
