/** Marks the cursor position in a row; never shown. */
export const cursorMark = '\u0000';
