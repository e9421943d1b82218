/** Something that lets agents do more than it seems, or that keeps our hook from being called. */
export interface HostFinding {
  readonly about: FindingKind;
  readonly level: 'danger' | 'warning';
  readonly what: string;
  readonly file: string;
  readonly line?: number;
  readonly fix: string;
}

/** One line of `doctor`. */
export interface Check {
  readonly name: string;
  readonly is: 'ok' | 'wrong' | 'unknown';
  readonly what: string;
  readonly fix?: string;
}

export const findingKinds = {
  'hooks-off': 'hooks that are not run',
  bypass: 'nothing is asked',
  'blanket-allow': 'rules that allow far more than one thing',
  'dead-rule': 'rules that do nothing',
  secret: 'keys in rules',
  'open-hook': 'hooks after whose failure the call runs',
  'other-code': 'code of others that runs in an agent or beside our hook',
  untrusted: 'guards that are skipped because nobody trusted them',
  unreadable: 'settings that cannot be read',
} as const;

export type FindingKind = keyof typeof findingKinds;
