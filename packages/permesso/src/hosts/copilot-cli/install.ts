import { join } from 'node:path';
import { hookMark, type HostPlaces, type Installer } from '../install/installer.ts';
import { launchLine } from '../launcher.ts';

/** After a timeout Copilot runs the call, whoever registered the hook: far above what we take. */
const deadline = 540;
const timeoutSec = 600;

export const copilotCliInstaller: Installer = {
  name: 'copilot-cli',
  title: 'Copilot CLI',
  commands: ['copilot'],
  folders: (places) => [folderOf(places)],
  // Its approvals are for one folder each: as rules of the person they would count everywhere.
  rules: () => [],
  measured: true,
  register: ({ places, programs }) => [
    {
      path: join(folderOf(places), 'hooks/permesso.json'),
      why: 'a hook before every tool, in your own folder: hooks of a repository are skipped until it is trusted',
      pieces: [
        { as: 'json-default', name: 'version', value: 1 },
        {
          as: 'json-item',
          at: ['hooks', 'preToolUse'],
          mark: hookMark,
          item: {
            type: 'command',
            bash: launchLine({ ...programs, host: 'copilot-cli', deadline }),
            timeoutSec,
          },
        },
      ],
    },
  ],
};

function folderOf({ home, env }: HostPlaces): string {
  return env['COPILOT_HOME'] ?? join(home, '.copilot');
}
