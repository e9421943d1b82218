/**
 * Thrown in a transaction that needs something first which must not be waited for while rows are locked: the
 * transaction is rolled back, `first` runs, and the transaction restarts.
 */
export class BeforeTransaction extends Error {
  readonly first: () => Promise<void>;

  constructor(first: () => Promise<void>) {
    super('something must be done before this transaction');
    this.name = 'BeforeTransaction';
    this.first = first;
  }
}

/** The need can change with concurrent writes, but not forever. */
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
