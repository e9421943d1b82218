/** The position of something in the call's input: UTF-16 offsets into the text of one field. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
