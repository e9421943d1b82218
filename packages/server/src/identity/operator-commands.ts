import { OperatorError, type OperatorCommand, type OperatorPlace } from '../operator-command.ts';
import { roleNames, type Role } from '../route/caller.ts';
import { isReadable } from '../route/shapes.ts';
import { operator, type Operator, type Trust } from './operator.ts';

/** Commands needed before anybody can sign in. */
export const identityCommands: readonly OperatorCommand[] = [
  {
    name: 'add-organisation',
    read: ([name, extra]) => {
      if (name === undefined || extra !== undefined || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name))
        throw new OperatorError('missing organisation: a name of lowercase letters, digits and hyphens');
      return async (at) => ({ organisation: await operatorAt(at).addOrganisation(name) });
    },
  },
  {
    name: 'add-person',
    read: ([organisation, email, extra], given) => {
      if (organisation === undefined || email === undefined || extra !== undefined)
        throw new OperatorError('usage: add-person ORGANISATION EMAIL --role ROLE');
      if (!/^[^\s@]+@[^\s@]+$/.test(email) || !isReadable(email))
        throw new OperatorError(`${email} is not a mail address`);
      const roles = rolesFrom(given.roles);
      return async (at) => ({ ...(await operatorAt(at).addPerson({ organisation, email, roles })) });
    },
  },
  trustCommand('trust-issuer', ({ trustIssuer }) => trustIssuer),
  trustCommand('untrust-issuer', ({ untrustIssuer }) => untrustIssuer),
];

function operatorAt({ database, settings: { secret } }: OperatorPlace): Operator {
  return operator({ database, secret });
}

function trustCommand(name: string, workOf: (by: Operator) => Operator['trustIssuer']): OperatorCommand {
  return {
    name,
    read: (operands) => {
      const trust = trustFrom(name, operands);
      return async (at) => {
        await workOf(operatorAt(at))(trust);
        return { issuer: trust.issuer, domain: trust.domain };
      };
    },
  };
}

function trustFrom(name: string, [organisation, issuer, domain, extra]: readonly string[]): Trust {
  if (organisation === undefined || issuer === undefined || domain === undefined || extra !== undefined)
    throw new OperatorError(`say: ${name} ORGANISATION ISSUER DOMAIN`);
  if (!URL.canParse(issuer)) throw new OperatorError(`${issuer} is not the URL of an identity provider`);
  if (!/^[^\s@/:]+$/.test(domain))
    throw new OperatorError(`${domain} is not a mail domain, such as acme.example`);
  return { organisation, issuer, domain };
}

function rolesFrom(texts: readonly string[]): readonly Role[] {
  const unknown = texts.find((text) => !roleNames.some((role) => role === text));
  if (unknown !== undefined) throw new OperatorError(`unknown role ${unknown}; use ${roleNames.join(', ')}`);
  if (texts.length === 0) throw new OperatorError(`missing --role; use one of ${roleNames.join(', ')}`);
  return texts as readonly Role[];
}
