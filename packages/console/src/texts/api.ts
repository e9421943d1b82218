/** Texts about the server's responses. */
export const apiTexts = {
  unfit: (wrong: string): string =>
    `The server and this page have different versions: ${wrong}. Reload the page.`,
  unreached: 'Cannot reach the console.',
  pending: 'No change yet: another person must confirm it.',
  answered: (status: number): string => `The server answered ${status}.`,
  allowed: 'Allowed.',
  denied: 'Denied.',
  noted: 'Recorded. Others must agree too.',
} as const;
