/**
 * Thrown in a transaction that needs something first which must not be waited for while rows are locked: it is rolled
 * back, `first` is done, and the transaction begins again.
 */
export class BeforeTransaction extends Error {
  readonly first: () => Promise<void>;

  constructor(first: () => Promise<void>) {
    super('something must be done before this transaction');
    this.name = 'BeforeTransaction';
    this.first = first;
  }
}

/** What is needed can change with what others write meanwhile, but not for ever. */
const mostTimes = 6;

export async function withWorkBefore<T>(transaction: () => Promise<T>): Promise<T> {
  for (let left = mostTimes; ; left -= 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof BeforeTransaction) || left === 0) throw error;
      await error.first();
    }
  }
}
