/** What a person reads in a notification of the desktop. Plain text: no markup, one line each. */
export const noticeTexts = {
  waits: 'Permesso: {title} waits for your answer',
  answerAt: '{call}. Answer it: {address}',
  answerBy: '{call}. Answer it in the terminal with `permesso pending --watch`.',
  denied: 'Permesso: {title} was denied, for nobody could be asked',
  allowBy: '{call}. To allow it from now on: permesso allow',
} as const;
