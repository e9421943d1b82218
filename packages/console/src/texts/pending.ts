const eitherOf = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);

/** Every text of the page Pending changes, and of what awaits another person where it was asked for. */
export const pendingTexts = {
  title: 'Pending changes',
  words:
    'Each takes effect once another person confirms it. What nobody confirms within seven days ends without effect.',
  failed: 'Pending changes cannot be listed',
  none: 'Nothing is pending',
  noneWords: 'A change that takes a second person is listed here until somebody confirms or refuses it.',
  noRole: 'This page is for approvers, authors and admins of the organisation.',
  open: 'Open pending changes',
  waits: (roles: readonly string[], until: string): string =>
    `Waits for another person (${eitherOf(roles)}), until ${until}`,
  askedBy: (name: string): string => `asked for by ${name}`,
  you: 'you',
  pending: 'removal pending',
  operator: 'Where there is nobody else, the operator of the server lists and confirms them:',
  confirm: 'Confirm',
  confirmName: (what: string): string => `Confirm: ${what}`,
  confirmed: (what: string): string => `Confirmed and done: ${what}`,
  refuse: 'Refuse',
  refuseName: (what: string): string => `Refuse: ${what}`,
  withdraw: 'Withdraw',
  withdrawName: (what: string): string => `Withdraw: ${what}`,
  refused: 'Refused. Nothing has changed.',
  withdrawn: 'Withdrawn. Nothing has changed.',
} as const;
