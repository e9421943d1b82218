import { definedFields } from '@permesso/engine/call';
import { groupsName, readShipped } from '@permesso/gate/disk';

/** The comment lines before a group in the shipped file, and what the group declares as trusted. */
interface GroupText {
  readonly about: string;
  readonly trusts?: string;
}

/** Read from the file itself, so that the text that a person accepts is the one next to the rules. */
export function groupTexts(): ReadonlyMap<string, GroupText> {
  known ??= readGroupTexts();
  return known;
}

let known: ReadonlyMap<string, GroupText> | undefined;

function readGroupTexts(): ReadonlyMap<string, GroupText> {
  const { read } = readShipped(groupsName);
  const lines = 'text' in read ? read.text.split('\n') : [];
  const found = new Map<string, GroupText>();
  let comment: string[] = [];
  for (const [index, line] of lines.entries()) {
    const name = /^ {2}([\w-]+):$/.exec(line)?.[1];
    const trusts = /^ {4}trusts: (.+)$/.exec(lines[index + 1] ?? '')?.[1];
    if (name !== undefined) found.set(name, { about: comment.join(' '), ...definedFields({ trusts }) });
    const said = /^ {2}# ?(.*)$/.exec(line)?.[1];
    comment = said === undefined ? [] : [...comment, said];
  }
  return found;
}

export function groupTrusts(name: string): string {
  return groupTexts().get(name)?.trusts ?? 'nothing';
}

/** The lines `Runs:`, `Asks:` and `Refuses:` of a preset. */
export function presetSummary(name: string): { readonly about: string; readonly lines: readonly string[] } {
  const { read } = readShipped(name);
  const comments = ('text' in read ? read.text.split('\n') : [])
    .filter((line) => line.startsWith('#') && !line.includes('yaml-language-server'))
    .map((line) => line.replace(/^# ?/, ''));
  return {
    about: comments.find((line) => line.trim() !== '') ?? '',
    lines: comments.filter((line) => /^(?:Runs|Asks|Refuses):|^ {9}\S/.test(line)),
  };
}
