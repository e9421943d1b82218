/** Texts of components on any page. */
export const componentTexts = {
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  remove: 'Remove',
  removeName: (what: string): string => `Remove ${what}`,
  removed: (what: string): string => `${what} was removed`,
  undo: 'Undo',
  retry: 'Retry',
  loading: 'Loading',
  content: (title: string): string => `${title}, content`,
  matched: (matched: number, of: number): string => `${matched} of ${of}`,
  command: 'The command with the verdict of each part',
  typeWord: 'Type',
  toConfirm: 'to confirm',
  effects: {
    unknown: 'Unknown program: what it does is not described yet.',
    more: (count: number): string => `${count} more`,
    lasting: 'cannot be undone',
  },
  copy: {
    act: 'Copy',
    name: (what: string): string => `Copy ${what}`,
    done: (what: string): string => `Copied: ${what}`,
    byHand: (what: string): string => `Copy it by hand: ${what}`,
  },
  brush: { from: 'From', to: 'To' },
} as const;
