import { join } from 'node:path';
import { fileMark, hookMark, type HostPlaces, type Installer } from '../install/installer.ts';
import { nativeDenies } from '../install/native-denies.ts';
import type { Registration } from '../install/piece.ts';
import { launchLine } from '../launcher.ts';

/** Codex cannot ask, so we do, and a person needs minutes. After its own 600 seconds it would run the call. */
const deadline = 540;
const timeout = 600;

export const codexInstaller: Installer = {
  name: 'codex',
  title: 'Codex CLI',
  commands: ['codex'],
  folders: (places) => [codexHome(places)],
  rules: (places) => [
    { format: 'codex', path: join(codexHome(places), 'rules'), ending: '.rules', of: 'user' },
  ],
  measured: true,
  register: ({ places, programs, denies, trust }) => {
    const rules = nativeDenies('codex', denies);
    return [
      {
        path: hooksFile(places),
        why: 'a hook before every tool',
        pieces: [
          {
            as: 'json-item',
            at: ['hooks', 'PreToolUse'],
            mark: hookMark,
            item: {
              matcher: '.*',
              hooks: [
                { type: 'command', command: launchLine({ ...programs, host: 'codex', deadline }), timeout },
              ],
            },
          },
        ],
      },
      ...(trust === undefined
        ? []
        : [
            {
              path: join(codexHome(places), 'config.toml'),
              why: 'Codex skips a hook that is not trusted, without a word',
              pieces: [
                {
                  as: 'toml-table',
                  heading: `hooks.state.${JSON.stringify(trust.key)}`,
                  body: `trusted_hash = ${JSON.stringify(trust.hash)}`,
                },
              ],
            } satisfies Registration,
          ]),
      ...(rules.length === 0
        ? []
        : [
            {
              path: join(codexHome(places), 'rules/permesso.rules'),
              why: 'what the policy refuses, once more as rules of Codex',
              pieces: [{ as: 'file', mark: fileMark, text: `${fileMark}\n${rules.join('')}` }],
            } satisfies Registration,
          ]),
    ];
  },
};

export function hooksFile(places: Pick<HostPlaces, 'home' | 'env'>): string {
  return join(codexHome(places), 'hooks.json');
}

function codexHome({ home, env }: Pick<HostPlaces, 'home' | 'env'>): string {
  return env['CODEX_HOME'] ?? join(home, '.codex');
}
