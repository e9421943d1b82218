/** A word as it is read: stretches of text and expansions, each knowing whether quotes protect it. */
export type Atom = TextAtom | VariableAtom | UnknownAtom;

export interface TextAtom {
  readonly kind: 'text';
  readonly text: string;
  readonly quoted: boolean;
}

export interface VariableAtom {
  readonly kind: 'variable';
  readonly name: string;
  readonly quoted: boolean;
}

export interface UnknownAtom {
  readonly kind: 'unknown';
  readonly reason: string;
  readonly quoted: boolean;
  /** `"$@"`: several words even in quotes. */
  readonly many?: boolean;
  /** `$((1))`, `${#x}`, `$?`: digits, whatever happens. */
  readonly number?: boolean;
  readonly starts?: string;
}

export function text(value: string, quoted: boolean): TextAtom {
  return { kind: 'text', text: value, quoted };
}

/** Neighbouring texts of the same quoting become one. */
export function pushAtom(atoms: Atom[], atom: Atom): void {
  const last = atoms.at(-1);
  if (atom.kind === 'text' && last?.kind === 'text' && last.quoted === atom.quoted) {
    atoms[atoms.length - 1] = text(last.text + atom.text, atom.quoted);
  } else {
    atoms.push(atom);
  }
}

export function reasonOf(atom: VariableAtom | UnknownAtom): string {
  return atom.kind === 'variable' ? `value of $${atom.name}` : atom.reason;
}
