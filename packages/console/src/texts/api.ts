/** What a page says about the server's replies. */
export const apiTexts = {
  unfit: (wrong: string): string => `The server and this page do not fit: ${wrong}. Load the page again.`,
  waits:
    'Nothing has changed yet: this takes a second person, who confirms it under Settings within seven days.',
  answered: (status: number): string => `The server answered ${status}.`,
  allowed: 'Allowed.',
  denied: 'Denied.',
  noted: 'Noted. Others must agree.',
} as const;
