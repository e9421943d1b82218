/** Stands where the cursor goes in a row; never shown. */
export const cursorMark = '\u0000';
