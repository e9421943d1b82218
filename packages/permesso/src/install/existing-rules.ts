import { formats, type ImportedPolicy } from '@permesso/engine/text';
import { readText } from '@permesso/gate/disk';
import { fileMark, type HostPlaces, type Installer, type RuleSource } from './installer.ts';
import { ruleFiles } from './rule-files.ts';

/** A host's existing rules, as a policy. */
export interface ExistingRules {
  readonly host: string;
  readonly title: string;
  readonly format: string;
  readonly files: readonly string[];
  readonly read: ImportedPolicy | { readonly error: string };
}

export interface ExistingOptions {
  readonly places: HostPlaces;
  readonly of: RuleSource['of'];
}

export function existingRules(
  installer: Installer,
  { places, of }: ExistingOptions,
): readonly ExistingRules[] {
  return installer
    .rules(places)
    .filter((source) => source.of === of)
    .flatMap((source) => {
      const files = filesOf(source).filter(({ text }) => !text.includes(fileMark));
      return files.length === 0 ? [] : [readAll(source, files, { installer, places, of })];
    });
}

interface NamedFile {
  readonly file: string;
  readonly text: string;
}

function readAll(
  { format: name }: RuleSource,
  files: readonly NamedFile[],
  { installer, places, of }: ExistingOptions & { readonly installer: Installer },
): ExistingRules {
  const format = formats.find((each) => each.name === name);
  const texts = files.map(({ text }) => text);
  const text = texts.length === 1 ? (texts[0] ?? '') : (format?.join?.(texts) ?? texts.join('\n'));
  const read = format?.read?.(text, { layer: of, root: places.project, home: places.home }) ?? {
    error: `nobody reads ${name}`,
  };
  return {
    host: installer.name,
    title: installer.title,
    format: name,
    files: files.map(({ file }) => file),
    read:
      'error' in read
        ? { error: `${read.error}${read.line === undefined ? '' : ` (line ${read.line})`}` }
        : read,
  };
}

function filesOf(source: RuleSource): readonly NamedFile[] {
  return ruleFiles(source).flatMap((file) => {
    const read = readText(file);
    return 'text' in read ? [{ file, text: read.text }] : [];
  });
}
