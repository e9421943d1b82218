/** Thrown values are hostile too: their getters or `toString` may throw again. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch (again) {
    return again === error ? 'an error that cannot be shown' : 'an error whose text cannot be read';
  }
}
