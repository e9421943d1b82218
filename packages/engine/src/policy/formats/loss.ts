import { secretIn, secretShapes } from '../../facts/secrets/secrets.ts';

/** One thing in the source that the result does not express in the same way. */
export interface Loss {
  /** The rule or setting as the source writes it, with secrets removed. */
  readonly what: string;
  readonly why: string;
  /** `stricter`: the result asks or denies more. `not-carried`: the result does not contain it. */
  readonly effect: 'stricter' | 'not-carried';
  readonly at?: { readonly line?: number };
}

export type LossReport = readonly Loss[];

/** The text with anything that looks like a credential removed: reports are read, stored and pasted. */
export function withoutSecrets(text: string): string {
  return secretShapes().reduce(
    (left, { shape }) => left.replaceAll(new RegExp(shape.source, `${shape.flags}g`), '…'),
    text,
  );
}

/** Like `secretIn`, but also finds secrets interrupted by quotes and backslashes. */
export function hiddenSecret(text: string): string | undefined {
  return secretIn(text) ?? secretIn(text.replaceAll(/\\(?=[\s\S])|["']/gu, ''));
}
