import { Type, type TObject, type TProperties, type TString } from 'typebox';

/** Shapes that many routes share. */
export const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  examples: ['3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11'],
});

export const Name = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', examples: ['payments'] });

/**
 * Control characters, and those that change text direction or are invisible: a name with U+202E in it reads as a
 * different one.
 */
const unreadable =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';

const readable = new RegExp(`^[^${unreadable}]*$`);

/** Whether the text is displayed completely and in order. */
export function isReadable(text: string): boolean {
  return readable.test(text);
}

/** Text from people: short, and readable. */
export function wordsUpTo(maxLength: number): TString {
  return Type.String({ minLength: 1, maxLength, pattern: `^[^${unreadable}]*$` });
}

export const Words = wordsUpTo(500);

export const Time = Type.String({ examples: ['2026-11-15T12:00:00.000Z'] });

export const Base64Url = Type.String({ pattern: '^[\\w-]{1,200}$' });

/** Nothing but these fields. */
export function exact<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}
