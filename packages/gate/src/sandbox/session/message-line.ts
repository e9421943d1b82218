/** One line for `readline`, which also ends a line at a Unicode separator: the text of a command must not end its message. */
export function messageLine(message: object): string {
  const text = JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `${text}\n`;
}
