import type { Command } from '../command.ts';
import { adminCommand, sentences, type AdminInput, type AdminResult } from './admin-command.ts';
import { textOf } from './find-named.ts';
import type { ServerAnswer } from './person-server.ts';

export const policyReview: Command = adminCommand({
  name: 'policy-review',
  summary: 'Requires two people for a looser policy, or not.',
  actions: [
    { verb: 'show', run: async ({ server }) => shownSetting(await server.ask('GET /v1/policy-review')) },
    { verb: 'on', run: (at) => requireReview(at, { required: true }) },
    {
      verb: 'off',
      confirms: true,
      run: async (at) => {
        await at.confirm('Let one person alone make the policy looser?');
        return await requireReview(at, { required: false });
      },
    },
    {
      verb: 'confirm-off',
      confirms: true,
      run: async ({ server, confirm }) => {
        await confirm('Confirm that one person alone may make the policy looser?');
        return shownSetting(await server.ask('POST /v1/policy-review/confirm'));
      },
    },
  ],
  examples: [
    ['permesso admin policy-review', 'how it is'],
    ['permesso admin policy-review off', 'a second person says: permesso admin policy-review confirm-off'],
  ],
});

async function requireReview(
  { server }: AdminInput,
  setting: { readonly required: boolean },
): Promise<AdminResult> {
  return shownSetting(await server.ask('PUT /v1/policy-review', setting));
}

function shownSetting(setting: ServerAnswer): AdminResult {
  const waits = textOf(setting, 'offByName') || textOf(setting, 'offBy');
  return sentences(
    setting,
    setting['required'] === true
      ? 'A looser policy needs review by a second person.'
      : 'One person alone may make the policy looser.',
    ...(waits === '' ? [] : [`${waits} asked to end that; somebody else must confirm it.`]),
  );
}
