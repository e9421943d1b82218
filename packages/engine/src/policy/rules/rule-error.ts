/** Why a rule is invalid, the position in its text, and what to write instead. */
export interface RuleError {
  /** Offset into the rule's text. */
  readonly at: number;
  readonly message: string;
  readonly fix?: string;
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
  fix?: string,
): { readonly ok: false; readonly error: RuleError } {
  return { ok: false, error: fix === undefined ? { at, message } : { at, message, fix } };
}
