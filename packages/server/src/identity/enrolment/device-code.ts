import { randomInt } from 'node:crypto';

/** No vowels, so that codes spell nothing, and no look-alike characters: RFC 8628, 6.1. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const shape = new RegExp(`^[${letters}]{8}$`);

/** About 34 bits, valid for ten minutes; only signed-in people can guess. */
export function newUserCode(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}

/** In the terminal's format. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** A code as typed by a person; undefined if it cannot be one. */
export function readUserCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '');
  return shape.test(code) ? code : undefined;
}
