import type { Deed } from './case.ts';

/** Where a host does something else than it should, and why that is not ours to mend. */
export interface Exception {
  readonly hosts: readonly string[];
  readonly case: string;
  readonly deed: Deed;
  readonly why: string;
}

export const exceptions: readonly Exception[] = [
  {
    hosts: ['codex'],
    case: 'launcher killed',
    deed: 'runs',
    why:
      'The host runs a call when the hook ends by a signal, and nothing of ours is alive to say no. Whoever can kill ' +
      'it runs as the same user already: it is not a way in for a call, but for a program that was let in before.',
  },
];

export function exceptionFor(host: string, name: string): Exception | undefined {
  return exceptions.find((one) => one.case === name && one.hosts.includes(host));
}
