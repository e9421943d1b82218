/** Texts of the page Notifications. Untrusted values are made visible where they are rendered. */
export const notificationTexts = {
  title: 'Notifications',
  targets: {
    title: 'Your targets',
    sub: 'Where you are notified of requests',
    none: 'An administrator adds targets such as mail for you; you confirm them here.',
    here: 'this browser',
    waits: 'not confirmed',
    waitsWords: 'Nothing is sent until you confirm that it is yours.',
    onlyEscalated: 'escalated requests only',
    confirm: 'Confirm',
    confirmed: (host: string): string => `You are now notified at ${host}`,
    remove: 'Remove',
    removeName: (host: string): string => `Remove ${host}`,
    removed: (host: string): string => `${host} was removed`,
  },
} as const;
