/** Why a rule cannot be used, where in its text, and what to write instead. */
export interface RuleError {
  /** Offset into the rule's text. */
  readonly at: number;
  readonly message: string;
  readonly mend?: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: RuleError };

export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function broken(
  at: number,
  message: string,
  mend?: string,
): { readonly ok: false; readonly error: RuleError } {
  return { ok: false, error: mend === undefined ? { at, message } : { at, message, mend } };
}
