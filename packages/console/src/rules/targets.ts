/** Whose file a rule or a policy stands in. */
export const targets = [
  { value: 'local', title: 'me, in this project' },
  { value: 'project', title: 'everybody in this project' },
  { value: 'user', title: 'me, everywhere' },
] as const;

export function targetTitle(to: string): string {
  return targets.find(({ value }) => value === to)?.title ?? to;
}
