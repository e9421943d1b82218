import type { Authorization, Consultation } from '../gate.ts';

/** For the model: why not, and what to do instead. Never empty. */
export function refusalOf({
  message,
  guidance,
}: Pick<Authorization | Consultation, 'message' | 'guidance'>): string {
  const words = [message, guidance].filter((text) => text !== undefined && text !== '').join(' ');
  return words === '' ? 'This call is not permitted.' : words;
}

/** What a failure of ours becomes, wherever it happens: a no that says so. */
export function failureWords(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `Permesso could not decide, so it says no: ${why}`;
}
