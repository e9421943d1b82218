import { definedFields } from '@permesso/engine/call';
import { readText } from '@permesso/gate/disk';
import { hookMark, type HostPlaces } from '../install/installer.ts';
import { openJson, childOf, valueOf } from '../install/json-text.ts';
import type { Examination, SettingsFile, Switch } from './examination.ts';
import type { HostFinding } from './finding.ts';
import { settingValues, type SettingValue } from './setting-values.ts';

/** What a person should know about a host's settings. Reads only. */
export function examineSettings(examination: Examination, places: HostPlaces): readonly HostFinding[] {
  const read = examination.settings(places).flatMap((file) => {
    const found = readText(file.path);
    return 'missing' in found ? [] : [{ file, found }];
  });
  const findings = read.flatMap(({ file, found }): readonly HostFinding[] => {
    if ('unreadable' in found) return [unreadable(file.path, found.unreadable)];
    const values = settingValues(found.text, file.as);
    if ('error' in values) return [unreadable(file.path, values.error, values.line)];
    return [
      ...examination.switches.flatMap((each) => switched(each, values, file)),
      ...openHooks(examination, found.text, file),
    ];
  });
  return [
    ...findings,
    ...unset(
      examination,
      read.map(({ file }) => file),
      findings,
    ),
  ];
}

function unreadable(file: string, why: string, line?: number): HostFinding {
  return {
    about: 'unreadable',
    level: 'warning',
    what: why,
    file,
    fix: 'repair this file; its program may ignore it',
    ...definedFields({ line }),
  };
}

function switched(
  { at, is, about, what, fix, with: other }: Switch,
  values: readonly SettingValue[],
  file: SettingsFile,
): readonly HostFinding[] {
  return values
    .filter(({ path, value }) => fits(path, at) && (is as readonly unknown[]).includes(value))
    .filter(
      ({ path }) =>
        other === undefined ||
        values.some(
          (each) =>
            each.value === other.is && each.path.join('\0') === [...path.slice(0, -1), other.name].join('\0'),
        ),
    )
    .map(({ path, value, line }) => ({
      about,
      level: about === 'hooks-off' || about === 'bypass' ? 'danger' : 'warning',
      what: `${path.join('.')} is ${JSON.stringify(value)}: ${what}`,
      file: file.path,
      fix,
      ...definedFields({ line }),
    }));
}

function fits(path: readonly string[], at: readonly string[]): boolean {
  return path.length === at.length && at.every((name, index) => name === '*' || name === path[index]);
}

/** Foreign hooks: they were installed as a guard, and most hosts run the call when the guard crashes. */
function openHooks({ hooks }: Examination, text: string, file: SettingsFile): readonly HostFinding[] {
  if (hooks === undefined || file.as !== 'json') return [];
  const opened = openJson(text);
  if ('refused' in opened) return [];
  const list = hooks.at.reduce(childOf, opened.root as ReturnType<typeof childOf>);
  return (list?.type === 'array' ? (list.children ?? []) : []).flatMap((node): readonly HostFinding[] => {
    const value = valueOf(node);
    if (typeof value !== 'object' || value === null || JSON.stringify(value).includes(hookMark)) return [];
    const why = hooks.open(value);
    if (why === undefined) return [];
    const line = text.slice(0, node.offset).split('\n').length;
    return [
      {
        about: 'open-hook',
        level: 'warning',
        what: `a hook: ${why.split(': ')[0] ?? why}`,
        file: file.path,
        line,
        fix: why.split(': ').slice(1).join(': ') || 'a guard must deny when it fails: exit with code 2',
      },
    ];
  });
}

function unset(
  { unset: missing }: Examination,
  files: readonly SettingsFile[],
  findings: readonly HostFinding[],
): readonly HostFinding[] {
  const [first] = files;
  if (missing === undefined || first === undefined || findings.some(({ about }) => about === 'unreadable'))
    return [];
  const isSet = files.some((file) => {
    const read = readText(file.path);
    const values = 'text' in read ? settingValues(read.text, file.as) : [];
    return (
      !('error' in values) && values.some(({ path }) => missing.at.every((name, at) => path[at] === name))
    );
  });
  return isSet
    ? []
    : [{ about: 'bypass', level: 'danger', what: missing.what, fix: missing.fix, file: first.path }];
}
