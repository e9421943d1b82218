/** Shells whose way of reading is modelled. `sh` is whichever of them but zsh is installed under that name. */
export const shellNames = ['bash', 'zsh', 'sh', 'dash', 'busybox', 'mksh'] as const;

/** The name of a shell whose way of reading is modelled. */
export type ShellName = (typeof shellNames)[number];

/** `/opt/homebrew/bin/zsh`, `-zsh` and `ZSH.EXE` are zsh; a name that is not modelled stays as it is. */
export function shellProgram(named: string): string {
  const last = named.split(/[/\\]/u).at(-1) ?? '';
  return last
    .toLowerCase()
    .replace(/^-/u, '')
    .replace(/\.exe$/u, '');
}
