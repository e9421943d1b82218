/** Every text about the machines of the signed-in person. */
export const ownMachineTexts = {
  card: {
    title: 'Your machines',
    sub: 'You cannot approve what they ask',
  },
  none: 'No machine has joined in your name.',
  cameBy: {
    'sign-in': 'you signed in for it',
    'own token': 'by a token of yours',
    'token of another': 'by a token of somebody else',
  },
  madeBy: (name: string): string => `by a token that ${name} made`,
  unconfirmed: 'Not confirmed',
  since: (project: string, came: string, when: string): string => `in ${project}, ${came}, ${when}`,
  notMine: 'Not mine',
  notMineName: (name: string): string => `${name} is not mine`,
  askNotMine: (name: string): string => `Is ${name} not yours, or lost?`,
  notMineWords: 'It is revoked at once: it gets no policy, and the team answers none of its questions.',
  revoked: (name: string): string => `${name} is revoked`,
  join: {
    title: 'Join a machine',
    words:
      'permesso team join shows a code on the machine. Type the one that is on the screen in front of you.',
    code: 'Code',
    look: 'Look',
    asks: (name: string): string => `${name} wants to join as your machine`,
    from: (address: string, when: string): string => `It asks from ${address}, ${when}`,
    effect: 'What its agents ask is asked in your name, and others answer it.',
    elsewhere:
      'It asks from another address than yours. If somebody sent you this code, the machine is theirs: refuse it.',
    noProject: 'You have no role in the project that it asks for. Ask an admin.',
    project: 'Project',
    confirm: 'It is my machine',
    confirmElsewhere: 'It is my machine, elsewhere',
    refuse: 'Not mine',
    confirmed: (name: string): string => `${name} joins within seconds`,
    refused: 'The machine was refused',
  },
} as const;
