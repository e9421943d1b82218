import { join } from 'node:path';
import type { Shell } from '../../src/facts/shell/read/shells/shell-set.ts';

/** A real shell, and how it runs scripts one after the other. */
export interface ShellProgram {
  readonly shell: Shell;
  readonly file: string;
  /** Before the driver. */
  readonly options: readonly string[];
  readonly driver: string;
}

const drivers = join(import.meta.dirname, 'drivers');

export const shellPrograms: ReadonlyMap<string, ShellProgram> = new Map<string, ShellProgram>(
  [
    { shell: 'bash' as const, file: '/bin/bash', options: ['--norc', '--noprofile'], driver: 'bash.sh' },
    { shell: 'zsh' as const, file: '/usr/bin/zsh', options: ['-f'], driver: 'zsh.zsh' },
    { shell: 'dash' as const, file: '/usr/bin/dash', options: [], driver: 'sh.sh' },
    { shell: 'busybox' as const, file: '/usr/bin/busybox', options: ['sh'], driver: 'sh.sh' },
    { shell: 'mksh' as const, file: '/usr/bin/mksh', options: [], driver: 'sh.sh' },
  ].map((program) => [program.shell, { ...program, driver: join(drivers, program.driver) }]),
);
