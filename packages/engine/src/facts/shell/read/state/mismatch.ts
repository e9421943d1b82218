/** Thrown where the parser's tree does not explain the text. Caught by the reader of the text, which turns it into a doubt. */
export class Mismatch extends Error {
  readonly at: number;
  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}
