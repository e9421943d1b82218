const eitherOf = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);

/** Texts of the page Pending changes, and of pending changes shown where they were requested. */
export const pendingTexts = {
  title: 'Pending changes',
  words: 'Each takes effect once another person confirms it. Unconfirmed changes expire after seven days.',
  failed: 'Could not list pending changes',
  none: 'Nothing is pending',
  noneWords: 'Changes that need a second person are listed here until someone confirms or refuses them.',
  noRole: 'This page is for approvers, authors and admins of the organisation.',
  open: 'Open pending changes',
  waits: (roles: readonly string[], until: string): string =>
    `Waiting for another person (${eitherOf(roles)}) until ${until}`,
  askedBy: (name: string): string => `requested by ${name}`,
  you: 'you',
  pending: 'removal pending',
  operator: 'If there is nobody else, the operator of the server can list and confirm them:',
  confirm: 'Confirm',
  confirmName: (what: string): string => `Confirm: ${what}`,
  confirmed: (what: string): string => `Confirmed: ${what}`,
  refuse: 'Refuse',
  refuseName: (what: string): string => `Refuse: ${what}`,
  withdraw: 'Withdraw',
  withdrawName: (what: string): string => `Withdraw: ${what}`,
  refused: 'Refused. Nothing has changed.',
  withdrawn: 'Withdrawn. Nothing has changed.',
} as const;
