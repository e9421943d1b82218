import { countText } from '../format.ts';

export const identityTexts = {
  provider: {
    title: 'Identity provider',
    sub: 'OpenID Connect sign-in for your organisation',
    set: 'Set up',
    words:
      'Register this redirect address with the provider, then enter the values it gives you. They are checked before they are saved.',
    callback: 'Redirect address',
    issuer: 'Issuer',
    issuerHint: 'Its address, such as https://login.example.com',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    claim: 'Groups claim (optional)',
    claimHint:
      "The claim that lists a person's groups, such as groups. Empty: groups grant no roles at sign-in",
    scope: 'Groups scope (optional)',
    scopeHint: 'The scope that makes the provider send them',
    save: 'Check and save',
    saved: 'The identity provider was saved',
  },
  groups: {
    title: 'Roles by group',
    sub: 'Members of a group get its roles, in addition to their own',
    add: 'Add group',
    none: 'No groups yet. Add one to grant roles to all its members.',
    failed: 'Could not list groups',
    noClaim:
      'The identity provider sends no groups at sign-in: enter its groups claim under Set up. Groups sent by SCIM already count.',
    untrusted: (issuer: string): string =>
      `Groups from ${issuer} have no effect yet. The operator of this server must trust it for your mail domain:`,
    trusted: (claim: string, host: string): string =>
      `Read at each sign-in from the claim ${claim} of ${host}, and from SCIM.`,
    gives: 'grants',
    people: (count: number): string =>
      count === 0
        ? 'nobody has it through this group yet'
        : `${countText(count, 'person has', 'people have')} it through this group`,
    atLeast: (count: number): string =>
      `at least ${countText(count, 'person has', 'people have')} it through this group`,
    show: (people: string, group: string): string => `${people}: show the people of ${group}`,
    removeName: (role: string, group: string): string => `Remove ${role} of the group ${group}`,
    askRemove: (role: string, group: string): string => `Stop granting ${role} to ${group}?`,
    removeWords:
      'Everyone who has the role only through this group loses it immediately. Roles granted directly stay.',
    removed: (role: string, group: string): string => `${group} no longer grants ${role}`,
    addTitle: 'New role by group',
    group: 'Group',
    groupHint: 'Its name exactly as the provider or the directory sends it, or its ID in the directory',
    role: 'Role',
    where: 'Where',
    now: 'Members known from a directory, or from a role of this group, get it immediately. Others get it at their next sign-in.',
    held: (group: string): string => `${group} already grants this role there.`,
    save: 'Add',
    added: (role: string, group: string): string => `${group} grants ${role}`,
  },
} as const;
