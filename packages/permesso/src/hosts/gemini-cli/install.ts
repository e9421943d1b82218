import { join } from 'node:path';
import { fileMark, hookMark, type Installer } from '../install/installer.ts';
import { nativeDenies } from '../install/native-denies.ts';
import type { Registration } from '../install/piece.ts';
import { launchLine } from '../launcher.ts';

/** Its own question hangs where nobody sits, so we ask; it runs the call when its timeout is over. */
const deadline = 540;
const milliseconds = 600_000;

export const geminiCliInstaller: Installer = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  commands: ['gemini'],
  folders: ({ home }) => [join(home, '.gemini')],
  rules: ({ home }) => [
    { format: 'gemini', path: join(home, '.gemini/policies'), ending: '.toml', of: 'user' },
  ],
  measured: true,
  register: ({ places: { home }, programs, denies }) => {
    const rules = nativeDenies('gemini', denies);
    return [
      {
        path: join(home, '.gemini/settings.json'),
        why: 'a hook before every tool, with more patience than the hook itself',
        pieces: [
          {
            as: 'json-item',
            at: ['hooks', 'BeforeTool'],
            mark: hookMark,
            item: {
              matcher: '.*',
              hooks: [
                {
                  type: 'command',
                  name: 'permesso',
                  command: launchLine({ ...programs, host: 'gemini-cli', deadline }),
                  timeout: milliseconds,
                },
              ],
            },
          },
        ],
      },
      ...(rules.length === 0
        ? []
        : [
            {
              path: join(home, '.gemini/policies/permesso.toml'),
              why: 'what the policy refuses, once more as rules of Gemini CLI',
              pieces: [{ as: 'file', mark: fileMark, text: `${fileMark}\n\n${rules.join('\n')}` }],
            } satisfies Registration,
          ]),
    ];
  },
};
