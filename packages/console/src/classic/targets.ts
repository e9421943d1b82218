/** Whose file a rule or a policy stands in. */
export const targets = [
  { to: 'local', words: 'me, in this project' },
  { to: 'project', words: 'everybody in this project' },
  { to: 'user', words: 'me, everywhere' },
] as const;
