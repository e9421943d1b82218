import { modeAliases } from '../mode-name.ts';
import { sandboxUses } from '../sandbox-settings.ts';
import type { Shape } from './shape.ts';

export const expires: Shape = {
  is: 'text',
  about: 'It does nothing from then on.',
  examples: ['2026-12-31', '2026-12-31T18:00:00Z'],
};

const sandboxHost: Shape = {
  is: 'text',
  about: 'A host.',
  examples: ['registries', 'registry.npmjs.org', '*.example.com'],
};

export const sandboxShape: Shape = {
  is: 'either',
  about:
    'Run what no rule decides in a sandbox, with access derived from this policy. Counts from trusted files.',
  text: { is: 'choice', about: 'Whether calls run sandboxed.', of: sandboxUses },
  object: {
    is: 'object',
    about: 'Sandboxed calls, and what they may reach.',
    fields: {
      use: { is: 'choice', about: 'Whether calls run sandboxed; on when absent.', of: sandboxUses },
      hosts: {
        is: 'list',
        about: 'Hosts that sandboxed calls may reach, or `registries` for those of package managers.',
        of: {
          is: 'either',
          about: 'A host, or a host until a time.',
          text: sandboxHost,
          object: {
            is: 'object',
            about: 'A host that is open until a time.',
            required: ['host'],
            fields: { host: sandboxHost, expires },
          },
        },
        soft: true,
      },
      after: {
        is: 'named',
        about:
          'By label of the session: what stays open once it has the label. It only narrows. Counts from every file.',
        of: {
          is: 'object',
          about: 'What stays open.',
          required: ['hosts'],
          fields: {
            hosts: {
              is: 'list',
              about: 'Of the hosts above, those that stay open; [] closes all.',
              of: sandboxHost,
            },
          },
        },
      },
      atLeast: {
        is: 'text',
        about: 'The oldest version of the sandbox engine that may be used.',
        examples: ['0.0.83'],
      },
      modes: {
        is: 'list',
        about: 'In these modes as well, beside default and acceptEdits.',
        of: { is: 'choice', about: 'A mode.', of: ['explore', 'dontAsk'], also: [...modeAliases.keys()] },
      },
    },
  },
};
