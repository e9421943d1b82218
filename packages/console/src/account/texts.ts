/** Every text about the machines of the signed-in person. */
export const ownMachineTexts = {
  card: {
    title: 'Your machines',
    sub: 'You cannot approve their requests',
  },
  none: 'No machine has joined in your name.',
  cameBy: {
    'sign-in': 'you signed in on it',
    'own token': 'by your token',
    'token of another': "by someone else's token",
  },
  madeBy: (name: string): string => `by a token that ${name} made`,
  unconfirmed: 'Not confirmed',
  since: (project: string, came: string, when: string): string => `in ${project}, ${came}, ${when}`,
  notMine: 'Not mine',
  notMineName: (name: string): string => `${name} is not mine`,
  askNotMine: (name: string): string => `Is ${name} not yours, or lost?`,
  notMineWords: 'It is revoked immediately: it gets no policy, and its requests are not answered.',
  revoked: (name: string): string => `${name} is revoked`,
  join: {
    title: 'Join a machine',
    words: 'permesso team join shows a code on the machine. Enter the code you see on that screen.',
    code: 'Code',
    look: 'Look',
    asks: (name: string): string => `${name} wants to join as your machine`,
    from: (address: string, when: string): string => `Requested from ${address}, ${when}`,
    effect: 'Its agents ask in your name, and others answer.',
    elsewhere:
      'The request comes from a different address than yours. If someone sent you this code, the machine is theirs: refuse it.',
    noProject: 'You have no role in the requested project. Ask an admin.',
    project: 'Project',
    confirm: 'My machine',
    confirmElsewhere: 'My machine, at another location',
    refuse: 'Not mine',
    confirmed: (name: string): string => `${name} joins within seconds`,
    refused: 'The machine was refused',
  },
} as const;
