/** Shells whose parsing is modelled. `sh` is any of them except zsh, installed under that name. */
export const shellNames = ['bash', 'zsh', 'sh', 'dash', 'busybox', 'mksh'] as const;

/** A shell whose parsing is modelled. */
export type ShellName = (typeof shellNames)[number];

/** `/opt/homebrew/bin/zsh`, `-zsh` and `ZSH.EXE` are zsh; a name that is not modelled is returned unchanged. */
export function shellProgram(named: string): string {
  const last = named.split(/[/\\]/u).at(-1) ?? '';
  return last
    .toLowerCase()
    .replace(/^-/u, '')
    .replace(/\.exe$/u, '');
}
