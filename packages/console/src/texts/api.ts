/** What a page says about the server's replies. */
export const apiTexts = {
  unfit: (wrong: string): string => `The server and this page do not fit: ${wrong}. Load the page again.`,
  unreached: 'The console cannot be reached.',
  pending: 'Nothing has changed yet: another person must confirm it.',
  answered: (status: number): string => `The server answered ${status}.`,
  allowed: 'Allowed.',
  denied: 'Denied.',
  noted: 'Noted. Others must agree.',
} as const;
