import { secretIn, secretShapes } from '../../facts/secrets/secrets.ts';

/** One thing that the source says and the result does not say in the same way. */
export interface Loss {
  /** The rule or setting, as the source writes it, with secrets left out. */
  readonly what: string;
  readonly why: string;
  /** `stricter`: the result asks or denies more. `not-carried`: the result says nothing about it. */
  readonly effect: 'stricter' | 'not-carried';
  readonly at?: { readonly line?: number };
}

export type LossReport = readonly Loss[];

/** The text with whatever looks like a key to something left out: a report is read, kept and pasted. */
export function withoutSecrets(text: string): string {
  return secretShapes().reduce(
    (left, { shape }) => left.replaceAll(new RegExp(shape.source, `${shape.flags}g`), '…'),
    text,
  );
}

/** As `secretIn`, also where quotes and backslashes interrupt the secret. */
export function hiddenSecret(text: string): string | undefined {
  return secretIn(text) ?? secretIn(text.replaceAll(/\\(?=[\s\S])|["']/gu, ''));
}
