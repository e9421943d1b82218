import { UsageError, type Command } from '../../command.ts';
import { adminCommand, sentences, table, type AdminInput, type AdminResult } from '../admin-command.ts';
import { findNamed, minuteOf, personNamed, personText, rowsOf, shortId, textOf } from '../find-named.ts';
import type { ServerAnswer } from '../person-server.ts';

const ofPerson = { name: 'person', value: 'PERSON', help: 'of this person, as an admin (default: yours)' };
const rules = ['when-registered', 'required'];

export const passkeys: Command = adminCommand({
  name: 'passkeys',
  summary: 'Lists passkeys, removes lost ones, and sets who must show one.',
  actions: [
    { verb: 'list', options: [ofPerson], run: listPasskeys },
    { verb: 'remove', takes: 'PASSKEY', options: [ofPerson], confirms: true, run: removePasskey },
    { verb: 'rule', takes: '[required|when-registered]', run: showOrSetRule },
    {
      verb: 'reset',
      takes: 'EMAIL',
      options: [{ name: 'organisation', value: 'NAME', help: 'their organisation' }],
      // For the one admin who has lost every device: nobody else could remove them.
      operate: ({ operands: [email = ''], value }) => {
        const organisation = value('organisation');
        if (organisation === undefined) throw new UsageError('which organisation? say --organisation NAME');
        return { operands: ['remove-passkeys', organisation, email] };
      },
    },
  ],
  examples: [
    ['permesso admin passkeys list --person bert@acme.example', 'as an admin of the organisation'],
    [
      'permesso admin passkeys remove "Phone" --person bert@acme.example',
      'a lost one, by its name or identifier',
    ],
    ['permesso admin passkeys rule required', 'everybody needs one; when-registered: who has one shows it'],
    [
      'permesso admin passkeys reset anna@acme.example --organisation acme',
      'removes all, where the server runs',
    ],
  ],
});

async function listPasskeys({ server, value }: AdminInput): Promise<AdminResult> {
  const who = value('person');
  const path =
    who === undefined
      ? '/v1/me/passkeys'
      : `/v1/people/${textOf(await personNamed(server, who), 'id')}/passkeys`;
  const found = rowsOf(await server.ask(`GET ${path}`), 'passkeys');
  return table(found, {
    head: ['ID', 'NAME', 'REGISTERED (UTC)', 'LAST USED (UTC)', 'SYNCED'],
    rows: found.map((row) => [
      shortId(textOf(row, 'id')),
      textOf(row, 'name'),
      minuteOf(row, 'createdAt'),
      textOf(row, 'lastUsedAt') === '' ? 'never' : minuteOf(row, 'lastUsedAt'),
      row['isSynced'] === true ? 'yes' : 'no',
    ]),
    none: 'There are no passkeys.',
  });
}

async function removePasskey({
  server,
  value,
  operands: [text = ''],
  confirm,
}: AdminInput): Promise<AdminResult> {
  const who = value('person');
  if (who === undefined)
    throw new UsageError(
      'whose? say --person PERSON; your own you remove in the console, under Your account',
    );
  const person = await personNamed(server, who);
  const path = `/v1/people/${textOf(person, 'id')}/passkeys`;
  const names = (row: ServerAnswer): readonly string[] => [textOf(row, 'name')];
  const passkey = findNamed(rowsOf(await server.ask(`GET ${path}`), 'passkeys'), {
    what: 'passkey',
    text,
    names,
  });
  const shown = `${textOf(passkey, 'name')} (${shortId(textOf(passkey, 'id'))}) of ${personText(person)}`;
  await confirm(`Remove the passkey ${shown}? Do it for a device that is lost.`);
  await server.ask(`DELETE ${path}/${textOf(passkey, 'id')}`);
  return sentences({ id: passkey['id'], state: 'removed' }, `Removed the passkey ${shown}.`);
}

async function showOrSetRule({ server, operands: [rule] }: AdminInput): Promise<AdminResult> {
  if (rule !== undefined && !rules.includes(rule))
    throw new UsageError(`there is no rule \`${rule}\`; say ${rules.join(', ')}`);
  const setting =
    rule === undefined
      ? await server.ask('GET /v1/passkey-rule')
      : await server.ask('PUT /v1/passkey-rule', { rule });
  return sentences(
    setting,
    textOf(setting, 'rule') === 'required'
      ? 'Everybody needs a passkey to allow calls that cannot be undone or that several must allow.'
      : 'People who have a passkey show it to allow calls that cannot be undone or that several must allow.',
  );
}
