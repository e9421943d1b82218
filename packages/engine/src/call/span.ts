/** A position in the call's input: UTF-16 offsets into the text of one field. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function covers(outer: Span | undefined, inner: Span | undefined): boolean {
  return outer !== undefined && inner !== undefined && outer.start <= inner.start && inner.end <= outer.end;
}
