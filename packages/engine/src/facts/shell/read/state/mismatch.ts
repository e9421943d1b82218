/** The parser's tree does not explain the text here. Caught where a text is read, and turned into a doubt. */
export class Mismatch extends Error {
  readonly at: number;
  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}
