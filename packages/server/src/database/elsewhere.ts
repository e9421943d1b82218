/** Says that an organisation is not served by the database that was asked: it moves, or has moved. Nothing was done. */
export class ElsewhereError extends Error {
  /** The cell where it goes. */
  readonly cell: string;

  constructor(cell: string, options?: ErrorOptions) {
    super(`the organisation moves to the cell ${cell}, or lives there`, options);
    this.name = 'ElsewhereError';
    this.cell = cell;
  }
}

const elsewhereCode = 'PM001';

/** What `permesso.enter` refused; any other error as it is. */
export function asElsewhere(error: unknown): unknown {
  const { code, detail } = error as { readonly code?: string; readonly detail?: string };
  return code === elsewhereCode ? new ElsewhereError(detail ?? '', { cause: error }) : error;
}
