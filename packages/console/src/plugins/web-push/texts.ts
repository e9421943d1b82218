import { countText } from '../../format.ts';

/** Texts about web push: for this browser, and for the organisation. */
export const pushTexts = {
  own: {
    title: 'This browser',
    sub: 'Also when the console is closed',
    on: 'on',
    onWords: 'This browser notifies you of requests you can answer.',
    off: 'off',
    offWords: 'Turn it on to be notified of requests you can answer.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    shows: 'A notification shows',
    count: 'Number of requests',
    call: 'The command',
    countWords:
      'The project and the number of pending requests. Nothing about what agents do appears on a locked screen.',
    callWords: 'Owner, machine, project and command, with secrets hidden. A locked screen may show it.',
    service: 'Messages go through the browser vendor’s push service. It sees when, never what.',
    notOffered: 'Your organisation does not use web push.',
    notPossible: 'This browser has no web push, or the page was not opened over https.',
    noRole: 'Only people with the role approver get push notifications.',
    denied: 'The browser blocks notifications from this page. Allow them in its site settings.',
    turnedOn: 'This browser now notifies you',
    turnedOff: 'This browser no longer notifies you',
    failed: 'The browser could not subscribe to its push service',
  },
  admin: {
    title: 'Web push',
    sub: 'Lets approvers get browser notifications',
    on: (browsers: number): string => `on, ${countText(browsers, 'browser')}`,
    off: 'off',
    words: (hosts: string): string =>
      `Each person turns it on for a browser. Messages are encrypted and go through ${hosts}.`,
    noHosts: 'The operator of the server has turned it off (PERMESSO_PUSH_HOSTS).',
    turnOn: 'Allow',
    turnOff: 'Turn off…',
    ask: 'Turn web push off for everyone?',
    askWords: 'All browsers are unsubscribed. People must turn it on again.',
    doTurnOff: 'Turn off',
    turnedOn: 'People can now turn on web push',
    turnedOff: 'Web push is off',
  },
} as const;
