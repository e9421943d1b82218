import { shellProgram } from '../../../../call/shell-name.ts';

/** Shells with a reading of their own. A text is read as the first of those that may run it. */
export type Shell = 'bash' | 'zsh' | 'dash' | 'busybox' | 'mksh';

export type Shells = readonly [Shell, ...Shell[]];

export const EVERY_SHELL: Shells = ['bash', 'zsh', 'dash', 'busybox', 'mksh'];
export const ONLY_BASH: Shells = ['bash'];
/** `/bin/sh`: bash on a Mac, dash on Debian, busybox on Alpine, mksh on Android. */
export const POSIX_SHELLS: Shells = ['bash', 'dash', 'busybox', 'mksh'];

const BY_PROGRAM: ReadonlyMap<string, Shells> = new Map<string, Shells>([
  ...EVERY_SHELL.map((shell) => [shell, [shell]] as const),
  ['rbash', ONLY_BASH],
  ['rzsh', ['zsh']],
  ['ash', ['dash', 'busybox']],
  ['sh', POSIX_SHELLS],
]);

/** The shells that a program name may mean; undefined for one that is not modelled: fish, nushell, PowerShell. */
export function shellsNamed(program: string | undefined): Shells | undefined {
  return program === undefined ? EVERY_SHELL : BY_PROGRAM.get(shellProgram(program));
}
