/** What the second attack on Permesso found, as what is true since: one sentence for each number. */
export const findings: Readonly<Record<number, string>> = {
  1: 'The directory that a model names in a call is where relative paths are resolved, never a working directory; a working directory comes from what the person started.',
  2: 'An installed hook reads the policy of the person who installed it, whatever `HOME` says, and denies where that policy is gone.',
  3: 'A command counts as one that only prints when its own runs proved it, and not where it would load a file of the repository.',
  4: 'Secrets are not printed as read-only: protected reads bind on suspicion, and every variable of a command line counts.',
  5: 'A known command is no weaker than an unknown one: its unknown options, sub-commands and words are held for what may run.',
  6: 'What a deny or ask rule names may match wherever it appears as a token in a call, unless the word is proven to be plain text.',
  7: 'A sandboxed call reaches no kernel keyring and changes no file that agents, people or later calls obey; at the top of a working directory it plants none either.',
  8: 'An answer is given in the words of the program that asked, recognised by its payload; a program that is not recognised gets a deny.',
  9: 'A payload with duplicate keys, or with copies of a call that disagree, is refused.',
  10: 'In a trusted project, publishing, deploying and deleting data still ask, whichever runner starts the task.',
  11: 'No offer wider than the exact call covers what publishes, destroys or loses.',
  12: 'An admin cannot make another person: who counts as one comes from an issuer that the operator trusts.',
  13: 'An admin cannot vote as somebody who linked Slack: replacing the app ends all links, and its payloads name its own team.',
  14: 'An answer becomes a rule only if the server offered that rule for the call, and it always ends.',
  15: 'The maker of an enrolment counts as an owner of it, and the named owner confirms it.',
  16: 'Lowering a quorum, taking roles of reviewers away and erasing a person need a second person.',
  17: 'Policy texts of people are compiled and compared in worker threads with a deadline, so that none stops the server.',
  18: 'An approval that the server has no vote for is shown as the claim of the machine.',
  19: 'On a joined machine serials only rise, and nothing of a team counts without a verified manifest.',
  20: 'Administrative acts and votes are leaves of the Merkle log, streamed, exported and verified.',
  21: 'A count belongs to a named meter, so that a changed limit rule gives nobody a new budget.',
  22: 'An approval binds the call and the rules that ask, not the counter of a limit.',
  23: 'A failing store is reported to `failed`; the model gets a fixed text.',
  24: 'A limit counts each tenant apart, whatever `by` says.',
  25: 'A misspelt `principal` is refused by every adapter.',
  26: 'A policy from a database is data: it never says how far it is trusted.',
  27: 'An answer is recorded when it is given, not when the requester resumes.',
  28: 'What goes to a browser or keeps a store brings no engine along.',
  29: 'Nothing random is made where a module starts.',
  30: 'The types of every entry are sound without `skipLibCheck`.',
  31: 'Where a rule names who must approve, nobody else does, on no surface.',
  32: 'How long an approval may be used is an option, and what is said afterwards is true.',
  33: 'The log in a store is read, replayed and erased by tenant, and may be demanded before a call runs.',
  34: 'A result has the call that was decided, and a message that is true of its verdict.',
};

/** A finding of a user: the one above that it became, a test by its file and title, or what is open. */
export type ListedFinding = number | readonly [file: string, title: string] | string;

const server = 'packages/server';

/** What an administrator found who tried to roll Permesso out to 2,000 people. */
export const administratorFindings: Readonly<Record<string, ListedFinding>> = {
  A1: 12,
  A2: 13,
  A3: 15,
  A4: [
    `${server}/src/policy/go-back.test.ts`,
    'when it is active, was replaced, and when its reviewer has left',
  ],
  A5: [
    'packages/gate/src/team/loosened-by.test.ts',
    'a version shows its own changes, and no rule of a baseline that came meanwhile',
  ],
  A6: [
    `${server}/src/identity/sign-in/sign-in.test.ts`,
    'a sign-in that is refused is told a person as a page with a way back, and a program as JSON',
  ],
  A7: [
    `${server}/src/identity/sign-in/sign-in.test.ts`,
    'an admin sees which provider is set, whom the operator trusts, and what to register there',
  ],
  A8: [`${server}/test/admin/governance.test.ts`, 'an approval request is seen whole'],
  A9: [
    `${server}/src/audit/records.test.ts`,
    'an act says from where it was done, and acts are listed by time',
  ],
  A10: 17,
  A11: 18,
  A12: 19,
  A13: [`${server}/src/policy/go-back.test.ts`, 'to the version that was active before takes one person'],
  A14: 20,
  A15: [`${server}/test/watched/alerts.test.ts`, 'each fault is made, and its alert fires'],
  A16: 16,
  A17: 16,
  A18: [`${server}/src/identity/enrolment/device.test.ts`, 'is told to wait, then who it is'],
  A19: 14,
  A20: 16,
  A21: [`${server}/src/identity/find-people.test.ts`, 'of 10,000 people each is found'],
};
