import { first, only, queries } from '../../database/query.ts';
import { findByAddress, organisationNamed, recordAdminAction } from '../../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../../operator-command.ts';
import { claimsProblem, type Claims } from './claim-rules.ts';

const sql = queries(import.meta.dirname);
const addPerson = sql<{ id: string }, { name: string }>('add-service-person.sql');
const addAccount = sql<
  never,
  {
    person: string;
    name: string;
    project: string;
    responsible: string;
    issuer: string;
    audience: string;
    claims: string;
  }
>('add-service-account.sql');
const projectNamed = sql<{ id: string }, { name: string }>('project-named.sql');
const giveAuthor = sql<never, { person: string; project: string }>('give-author.sql');

const usage =
  'usage: add-service-account ORGANISATION NAME PROJECT RESPONSIBLE ISSUER AUDIENCE CLAIM=VALUE,CLAIM=VALUE [--role author]';

/** Only the operator decides which jobs act here: an admin who could would gain a second identity. */
export const addServiceAccountCommand: OperatorCommand = {
  name: 'add-service-account',
  read: ([organisation, name, project, email, issuer, audience, said, extra], { roles }) => {
    if (
      organisation === undefined ||
      name === undefined ||
      project === undefined ||
      email === undefined ||
      issuer === undefined ||
      audience === undefined ||
      said === undefined ||
      extra !== undefined
    )
      throw new OperatorError(usage);
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name))
      throw new OperatorError(`${name} is not a name of small letters, digits and hyphens`);
    if (!URL.canParse(issuer)) throw new OperatorError(`${issuer} is not the URL of an issuer`);
    if (roles.some((role) => role !== 'author'))
      throw new OperatorError('a service account can be an author and nothing more: it does not vote');
    const claims = readClaims(said);
    const problem = claimsProblem(issuer, claims);
    if (problem !== undefined) throw new OperatorError(problem);
    return async ({ database }) => {
      const id = await database.asOrganisation(
        await organisationNamed(database, organisation),
        async (on) => {
          const found = await first(projectNamed(on, { name: project }));
          if (found === undefined) throw new OperatorError(`there is no project ${project}`);
          const responsible = await first(findByAddress(on, { address: email }));
          if (responsible === undefined) throw new OperatorError(`there is nobody with the address ${email}`);
          const person = (await only(addPerson(on, { name }))).id;
          const account = { person, name, project: found.id, responsible: responsible.id, issuer, audience };
          await addAccount(on, { ...account, claims: JSON.stringify(claims) });
          if (roles.length > 0) await giveAuthor(on, { person, project: found.id });
          const detail = { ...account, claims, roles };
          await recordAdminAction(on, {
            by: 'operator',
            act: 'service-account.add',
            subject: person,
            detail,
          });
          return person;
        },
      );
      return { id, name };
    };
  },
};

/** `repository=acme/shop,ref=refs/heads/main`. */
function readClaims(text: string): Claims {
  return Object.fromEntries(
    text.split(',').map((each) => {
      const [, name, value] = /^([\w./-]+)=(.+)$/.exec(each) ?? [];
      if (name === undefined || value === undefined) throw new OperatorError(`${each} is not CLAIM=VALUE`);
      return [name, value];
    }),
  );
}
