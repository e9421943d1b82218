/** Texts of overlays: the notice that the console ended, keys, palette actions. */
export const besideTexts = {
  ended: {
    title: 'The console has ended.',
    words: 'Agents ask in their own windows again. To continue here, run',
    command: 'permesso ui',
  },
  keys: {
    title: 'Keys',
    rows: [
      ['Ctrl K', 'Search and run actions'],
      ['j k', 'Next and previous in a list'],
      ['a', 'Allow once; press twice'],
      ['d', 'Deny; press twice'],
      ['/', 'Filter the list'],
      ['Esc', 'Close'],
      ['?', 'These keys'],
    ],
  },
  actions: {
    next: 'Answer the next request',
    addRule: 'Add a rule',
    freeze: 'Freeze',
    theme: 'Change the theme',
    keys: 'Show the keys',
    recent: 'recent',
  },
} as const;
