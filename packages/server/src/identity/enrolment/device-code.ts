import { randomInt } from 'node:crypto';

/** No vowels, so that a code spells nothing, and no sign that reads as another one: RFC 8628, 6.1. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const shape = new RegExp(`^[${letters}]{8}$`);

/** About 34 bits, for ten minutes, and guessed by nobody who is not signed in. */
export function newUserCode(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}

/** As a terminal shows it. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** As somebody may have typed it; nothing where it cannot be one. */
export function readUserCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '');
  return shape.test(code) ? code : undefined;
}
