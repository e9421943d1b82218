/** A key press or paste. */
export type Key =
  | { readonly key: KeyName }
  | { readonly key: 'text'; readonly text: string }
  /** Pasted text: never an answer. */
  | { readonly key: 'paste'; readonly text: string };

export type KeyName =
  | 'enter'
  | 'escape'
  | 'tab'
  | 'backtab'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'pageup'
  | 'pagedown'
  | 'backspace'
  | 'delete'
  | 'erase'
  | 'interrupt'
  | 'other';

const sequences: ReadonlyMap<string, KeyName> = new Map([
  ['[A', 'up'],
  ['[B', 'down'],
  ['[C', 'right'],
  ['[D', 'left'],
  ['OA', 'up'],
  ['OB', 'down'],
  ['OC', 'right'],
  ['OD', 'left'],
  ['[H', 'home'],
  ['OH', 'home'],
  ['[1~', 'home'],
  ['[F', 'end'],
  ['OF', 'end'],
  ['[4~', 'end'],
  ['[3~', 'delete'],
  ['[5~', 'pageup'],
  ['[6~', 'pagedown'],
  ['[Z', 'backtab'],
]);

const controls: ReadonlyMap<string, KeyName> = new Map([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\t', 'tab'],
  ['\x7f', 'backspace'],
  ['\b', 'backspace'],
  ['\x01', 'home'],
  ['\x05', 'end'],
  ['\x15', 'erase'],
  ['\x03', 'interrupt'],
]);

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';

/** Decodes the bytes of one read into keys. An unknown sequence is one key without a meaning. */
export function readKeys(input: string): readonly Key[] {
  const keys: Key[] = [];
  let rest = input;
  while (rest !== '') {
    if (rest.startsWith(pasteStart)) {
      const end = rest.indexOf(pasteEnd);
      const text = rest.slice(pasteStart.length, end === -1 ? undefined : end);
      keys.push({ key: 'paste', text });
      rest = end === -1 ? '' : rest.slice(end + pasteEnd.length);
      continue;
    }
    const { key, length } = readOne(rest);
    keys.push(key);
    rest = rest.slice(length);
  }
  return keys;
}

function readOne(input: string): { readonly key: Key; readonly length: number } {
  if (input.startsWith('\x1b')) {
    const [sequence] = /^(?:\[[\d;?]{0,20}[@-~]|O[@-~])/.exec(input.slice(1, 32)) ?? [];
    if (sequence !== undefined)
      return { key: { key: sequences.get(sequence) ?? 'other' }, length: sequence.length + 1 };
    // Escape together with another key is a separate key, without a meaning here.
    return input.length === 1
      ? { key: { key: 'escape' }, length: 1 }
      : { key: { key: 'other' }, length: Math.min(input.length, 2) };
  }
  const [character = ''] = input;
  const control = controls.get(character);
  if (control !== undefined) return { key: { key: control }, length: character.length };
  if (character < ' ') return { key: { key: 'other' }, length: character.length };
  return { key: { key: 'text', text: character }, length: character.length };
}
