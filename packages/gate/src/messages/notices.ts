/** What a person reads in a notification of the desktop. Plain text: no markup, one line each. */
export const noticeTexts = {
  waits: '{title}',
  answerAt: '{call}. Answer it: {address}',
  answerBy: '{call}. Answer it in the terminal with `permesso pending --watch`.',
  denied: 'Denied because nobody could be asked: {title}',
  allowBy: '{call}. To allow it from now on: permesso allow',
} as const;
