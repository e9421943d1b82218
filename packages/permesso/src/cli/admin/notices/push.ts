import type { Command } from '../../command.ts';
import { adminCommand, sentences } from '../admin-command.ts';
import { textOf } from '../find-named.ts';

export const push: Command = adminCommand({
  name: 'push',
  summary: 'Lets people be told by web push, or ends it for all of them.',
  actions: [
    {
      verb: 'show',
      run: async ({ server }) => {
        const found = await server.ask('GET /v1/push');
        const hosts = Array.isArray(found['hosts']) ? found['hosts'] : [];
        if (hosts.length === 0)
          return sentences(
            found,
            'The operator of the server has turned web push off (PERMESSO_PUSH_HOSTS).',
          );
        return sentences(
          found,
          found['isOn'] === true
            ? `People may turn web push on; ${textOf(found, 'browsers')} browsers use it.`
            : 'Web push is off.',
          `It goes through ${hosts.join(', ')}.`,
        );
      },
    },
    {
      verb: 'on',
      run: async ({ server }) => {
        await server.ask('PUT /v1/push', { isOn: true });
        return sentences({ isOn: true }, 'People may turn web push on, each for a browser.');
      },
    },
    {
      verb: 'off',
      confirms: true,
      run: async ({ server, confirm }) => {
        await confirm('Turn web push off for everybody? Every browser is forgotten.');
        await server.ask('PUT /v1/push', { isOn: false });
        return sentences({ isOn: false }, 'Web push is off.');
      },
    },
  ],
  examples: [
    ['permesso admin push', 'whether it is on, and which push services it goes through'],
    ['permesso admin push off', 'ends it in every browser of the organisation'],
  ],
});
