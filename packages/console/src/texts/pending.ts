const eitherOf = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);

/** Every text of the page Pending changes, and of what waits for another person where it was asked for. */
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
  and: ' and ',
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
  what: {
    provider: (issuer: string): string => `Change the identity provider to ${issuer}`,
    take: (roles: string, person: string): string => `Take ${roles} from ${person}`,
    takeAndGive: (roles: string, person: string, given: string): string =>
      `Take ${roles} from ${person} and give ${given}`,
    mapping: (group: string, role: string): string => `the group ${group} no longer gives ${role}`,
    newMapping: (group: string, role: string): string => `the group ${group} gives ${role}`,
    mappings: (changes: string): string => `Roles by group: ${changes}`,
    erase: (person: string): string => `Erase ${person}`,
    hold: (reason: string): string => `End the legal hold: ${reason}`,
    review: 'Turn off review of looser policies',
    addRule: (rule: string, where: string, lasts: string): string =>
      `Let one answer to ${rule} ${where} last for ${lasts}`,
    removeRule: (rule: string, where: string): string => `Remove the approval rule ${rule} ${where}`,
  },
  lasts: { session: 'a session', project: 'a project', user: 'a person' } as Readonly<Record<string, string>>,
  /** What confirming does. */
  effects: {
    'identity-provider.put':
      'People sign in there from then on. Where it is another issuer, everybody whom the one before let in is signed out, and their API tokens end.',
    'person.roles': 'They lose these roles at once.',
    'group-roles.put': 'Everybody who has such a role by the group alone loses it at once.',
    'person.erase':
      'Their name and address are replaced by a pseudonym, and they never come in again. It cannot be undone.',
    'legal-hold.end': 'Entries older than they are kept for are deleted within the hour.',
    'policy-review.off': 'From then on one author alone can make the policy looser.',
    'approval-rule.add': 'From then on agents need not ask again for as long as an answer lasts.',
    'approval-rule.remove': 'From then on one approver answers what it is about.',
  } as Readonly<Record<string, string>>,
} as const;
