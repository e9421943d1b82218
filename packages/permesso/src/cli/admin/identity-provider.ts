import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, type AdminAction, type AdminGiven } from './admin-command.ts';
import { privateText } from './private-file.ts';

const organisationOption = { name: 'organisation', value: 'NAME', help: 'whose sign-ins' };

export const identityProvider: Command = adminCommand({
  name: 'identity-provider',
  summary: 'Lets people sign in with OpenID Connect.',
  actions: [
    {
      verb: 'set',
      takes: 'ISSUER',
      options: [
        { name: 'client-id', value: 'ID', help: 'as the provider knows this server' },
        { name: 'secret-file', value: 'FILE', help: 'its secret, in a file that only you can read' },
        {
          name: 'groups-claim',
          value: 'NAME',
          help: 'where it names groups (see group-roles); without it, nowhere',
        },
        { name: 'groups-scope', value: 'SCOPE', help: 'what to ask it for, so that it does' },
      ],
      run: async ({ server, operands: [issuer = ''], value }) => {
        const [clientId, file] = [value('client-id'), value('secret-file')];
        if (clientId === undefined || file === undefined)
          throw new UsageError('say --client-id ID and --secret-file FILE');
        const [claim, scope] = [value('groups-claim'), value('groups-scope')];
        if (claim === undefined && scope !== undefined)
          throw new UsageError('--groups-scope needs --groups-claim');
        const groups =
          claim === undefined ? {} : { groups: { claim, ...(scope === undefined ? {} : { scope }) } };
        await server.ask('PUT /v1/identity-provider', {
          issuer,
          clientId,
          clientSecret: privateText(file),
          ...groups,
        });
        return sentences(
          { issuer, clientId },
          `${issuer} answers, and people sign in with it at ${server.url}.`,
          `Their redirect address there: ${server.url}/v1/sign-in/callback`,
        );
      },
    },
    trustAction('trust'),
    trustAction('untrust'),
  ],
  examples: [
    [
      'permesso admin identity-provider set ISSUER --client-id ID --secret-file FILE',
      'as an admin of the organisation; the provider is tried before it is saved',
    ],
    [
      'permesso admin identity-provider trust ISSUER acme.example --organisation acme',
      'where the server runs: sign-ins there are linked to people with an address of this domain',
    ],
  ],
});

function trustAction(verb: 'trust' | 'untrust'): AdminAction {
  return {
    verb,
    takes: 'ISSUER DOMAIN',
    options: [organisationOption],
    operate: ({ operands, value }: AdminGiven) => {
      const organisation = value('organisation');
      if (organisation === undefined) throw new UsageError('which organisation? say --organisation NAME');
      return { operands: [`${verb}-issuer`, organisation, ...operands] };
    },
  };
}
