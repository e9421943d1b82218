import { countText } from '../format.ts';

/** Every text about the identity provider, and about the roles that its groups give. */
export const identityTexts = {
  provider: {
    title: 'Identity provider',
    sub: 'OpenID Connect: who vouches for the people of the organisation',
    set: 'Set up',
    words:
      'Register this address with the provider, then enter what it gave you. The server asks the provider before it saves.',
    callback: 'Redirect address',
    issuer: 'Issuer',
    issuerHint: 'Its address, such as https://login.example.com',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    claim: 'Groups claim (optional)',
    claimHint:
      'Where the provider names the groups of a person, such as groups. Empty: groups give no roles at sign-in',
    scope: 'Groups scope (optional)',
    scopeHint: 'What to ask the provider for, so that it names them',
    save: 'Check and save',
    saved: 'The identity provider was saved',
  },
  groups: {
    title: 'Roles by group',
    sub: 'People in a group have its roles, beside those given by hand',
    add: 'Add group',
    none: 'No group gives a role. Add one, and its people need not be given roles one by one.',
    failed: 'The groups cannot be listed',
    noClaim:
      'The identity provider names no groups at sign-in: enter its groups claim under Set up. Groups that a directory sends by SCIM count already.',
    untrusted: (issuer: string): string =>
      `The groups that ${issuer} names at sign-in give nothing yet. The operator of this server must trust it about your mail domain:`,
    trusted: (claim: string, host: string): string =>
      `Read at each sign-in from the claim ${claim} of ${host}, and from SCIM.`,
    gives: 'gives',
    people: (count: number): string =>
      count === 0
        ? 'nobody has it by this group yet'
        : `${countText(count, 'person has', 'people have')} it by this group`,
    atLeast: (count: number): string =>
      `at least ${countText(count, 'person has', 'people have')} it by this group`,
    show: (people: string, group: string): string => `${people}: show the people of ${group}`,
    remove: 'Remove',
    removeName: (role: string, group: string): string => `Remove ${role} of the group ${group}`,
    askRemove: (role: string, group: string): string => `Let ${group} no longer give ${role}?`,
    removeWords: 'Everybody who has the role by this group alone loses it at once. Roles given by hand stay.',
    removed: (role: string, group: string): string => `${group} no longer gives ${role}`,
    addTitle: 'New role by group',
    group: 'Group',
    groupHint: 'Its name exactly as the provider or the directory sends it, or its ID in the directory',
    role: 'Role',
    where: 'Where',
    now: 'People who have a role by this group already have this one at once, and so do its people in a directory. Others have it from their next sign-in on.',
    held: (group: string): string => `${group} gives this role there already.`,
    save: 'Add',
    added: (role: string, group: string): string => `${group} gives ${role}`,
  },
} as const;
