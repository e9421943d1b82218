/** The organisation is not served by this database: it is moving, or has moved. Nothing was done. */
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

/** The refusal of `permesso.enter`; any other error unchanged. */
export function asElsewhere(error: unknown): unknown {
  const { code, detail } = error as { readonly code?: string; readonly detail?: string };
  return code === elsewhereCode ? new ElsewhereError(detail ?? '', { cause: error }) : error;
}
