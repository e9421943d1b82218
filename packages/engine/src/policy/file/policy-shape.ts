import { keepShape } from './keep-shape.ts';
import { effectNames } from '../../facts/effect.ts';
import { hostModes } from '../host-mode.ts';
import { modeAliases, modes } from '../mode-name.ts';
import { offlineChoices } from '../offline.ts';
import { builtInLabels } from '../rules/after.ts';
import { verdicts } from '../rules/verdict.ts';
import { descriptionShape } from './description-shape.ts';
import { expires, sandboxShape } from './sandbox-shape.ts';
import type { ObjectShape, Shape } from './shape.ts';

const mode: Shape = {
  is: 'choice',
  about: 'How calls are treated that no rule decides.',
  of: modes,
  also: [...modeAliases.keys()],
};

const agentName: Shape = {
  is: 'text',
  about: 'An agent by its name, by the program it runs in, or by both.',
  examples: ['reviewer', 'claude-code', 'opencode/reviewer'],
};

const groupName: Shape = {
  is: 'text',
  about: 'The name of a group or a preset.',
  examples: ['readonly', 'balanced', 'ci', 'guarded-bypass', 'project-code', 'no-secrets'],
};

export const ruleText: Shape = {
  is: 'text',
  about: 'A tool, or a tool and what it may be called with.',
  examples: [
    'Read',
    'Effect(publish)',
    'Bash(npm run *)',
    'Edit(src/**)',
    'WebFetch(domain:*.example.com)',
    'mcp__github__get_*',
  ],
};

const label: Shape = {
  is: 'text',
  about: 'A label of the session: built in, or one that `labels` describes.',
  examples: [...builtInLabels],
};

const ruleShape: Shape = {
  is: 'either',
  about: 'A rule: its text alone, or its text with what belongs to it.',
  text: ruleText,
  object: {
    is: 'object',
    about: 'A rule with conditions, limits or words.',
    required: ['rule'],
    fields: {
      rule: ruleText,
      when: {
        is: 'open',
        about: 'Conditions on arguments and the principal, all of which must hold: { amount: { gt: 100 } }.',
        filled: true,
        schema: 'when',
      },
      message: { is: 'text', about: 'Shown to the person who is asked or refused.' },
      guidance: { is: 'text', about: 'Told to the model: what to do instead.' },
      why: { is: 'text', about: 'A comment for readers of the policy.' },
      from: {
        is: 'choice',
        about: 'Set on a rule that was saved from an answer to an approval request.',
        of: ['prompt'],
      },
      expires,
      agents: {
        is: 'list',
        about: 'Only for calls of these agents; a trailing * is a wildcard, a ! in front excepts.',
        of: agentName,
        filled: true,
      },
      readOnly: {
        is: 'flag',
        about: 'An allow only for calls that are proven to change nothing.',
      },
      effects: {
        is: 'list',
        about: 'An allow only for calls that do at most this: [run, install].',
        of: { is: 'choice', about: 'Something that happens when a call runs.', of: effectNames },
        filled: true,
      },
      unsandboxed: {
        is: 'flag',
        about:
          'What this allow covers runs outside the sandbox, although it may run code that a sandboxed call wrote.',
      },
      enforce: {
        is: 'flag',
        about: 'False: a deny or ask that is decided and recorded, and blocks nothing.',
      },
      limit: {
        is: 'open',
        about:
          'How much an allow rule allows: { calls: 5, per: hour } or { sum: input.amount, most: 500, per: day }; beyond it: over: ask or deny.',
        filled: true,
        schema: 'limit',
      },
      check: {
        is: 'text',
        about:
          'The name of a check: this ask or deny holds unless that permits the call. Counts in your own, managed and team policies.',
      },
      after: {
        is: 'either',
        about: 'An ask or deny that holds once the session has this label, or one of these.',
        text: label,
        list: { is: 'list', about: 'One of these labels.', of: label, filled: true },
        object: {
          is: 'object',
          about: 'All of these labels.',
          required: ['all'],
          fields: { all: { is: 'list', about: 'All of these labels.', of: label, filled: true } },
        },
      },
      unless: {
        is: 'choice',
        about: 'Beside `after`: not where the person ordered this act on its very targets.',
        of: ['named'],
      },
      approvers: {
        is: 'open',
        about:
          'Who must approve what an ask rule, or a limit that asks, asks about: { roles: [supervisor], not: requester, quorum: 1, within: 4h, escalate: [{ after: 1h, roles: [manager] }] }.',
        filled: true,
        schema: 'approvers',
      },
      delegated: {
        is: 'flag',
        about: 'An allow for the named agents even where their parents would not be allowed.',
      },
    },
  },
};

const allow: Shape = {
  is: 'list',
  about: 'Calls that run without asking.',
  of: ruleShape,
  soft: true,
};
const ask: Shape = { is: 'list', about: 'Calls that a person is asked about, in every mode.', of: ruleShape };
const deny: Shape = { is: 'list', about: 'Calls that never run, in any mode.', of: ruleShape };

const toolNames = (about: string): Shape => ({
  is: 'list',
  about,
  of: { is: 'text', about: 'The name of a tool; a trailing * is a wildcard.' },
});

const testShape: Shape = {
  is: 'object',
  about: 'A call and the verdict that this policy must give.',
  required: ['call', 'expect'],
  fields: {
    call: {
      is: 'either',
      about: 'The call.',
      text: {
        is: 'text',
        about: 'A tool with its command, path, address, or arguments as JSON.',
        examples: ['Bash(git push --force)', 'Read(.env)', 'refund({"amount": 120})'],
      },
      object: {
        is: 'object',
        about: 'A call as a host sends it.',
        required: ['tool', 'input'],
        fields: {
          tool: { is: 'text', about: 'The name of the tool.' },
          input: { is: 'open', about: 'The arguments.' },
          cwd: { is: 'text', about: 'Where the call starts; the project when absent.' },
          principal: {
            is: 'open',
            about: 'On whose behalf: tenant, user, session, roles, attributes.',
            filled: true,
          },
        },
      },
    },
    expect: { is: 'choice', about: 'The verdict.', of: verdicts },
    mode,
    because: { is: 'text', about: 'Why it must be so.' },
  },
};

export const policyShape: ObjectShape = {
  is: 'object',
  about: 'What agents may do: a policy of Permesso.',
  fields: {
    $schema: { is: 'text', about: 'For editors.' },
    mode,
    use: {
      is: 'list',
      about: 'Groups of this file, shipped groups, or shipped presets, as if they were written here.',
      of: {
        is: 'either',
        about: 'A group or a preset: its name alone, or its name with the agents it is for.',
        text: groupName,
        object: {
          is: 'object',
          about: 'A group or a preset that not all agents use alike.',
          required: ['name'],
          fields: {
            name: groupName,
            agents: {
              is: 'list',
              about: 'All of its rules are for these agents only.',
              of: agentName,
              filled: true,
            },
            except: {
              is: 'list',
              about: 'What it allows is not for these agents; what it asks about and denies is for them too.',
              of: agentName,
              filled: true,
            },
          },
        },
      },
    },
    allow,
    ask,
    deny,
    groups: {
      is: 'named',
      about: 'Named lists of rules, for `use`.',
      of: {
        is: 'object',
        about: 'The rules of a group.',
        fields: {
          trusts: { is: 'text', about: 'What its allow rules trust beyond what is proven, for the reader.' },
          allow,
          ask,
          deny,
        },
      },
    },
    tools: {
      is: 'object',
      about: 'Which tools the model is shown, and what MCP tools do.',
      fields: {
        visible: toolNames('Only these; all when empty.'),
        hidden: toolNames('Never these.'),
        describe: {
          is: 'list',
          about:
            'What MCP tools do with their arguments, so that nobody has to guess. Loosens: counts from trusted files only.',
          of: descriptionShape,
        },
      },
    },
    labels: {
      is: 'named',
      about:
        'What puts a label on the session, for `after` of a rule: its name with rules about calls. Beside what is built in.',
      of: { is: 'list', about: 'Calls that bring the label.', of: ruleText, filled: true },
    },
    workingDirectories: {
      is: 'list',
      about:
        'Directories in which edits count as edits of the project; relative ones start beside .permesso.',
      of: { is: 'text', about: 'A directory.', examples: ['../shared', '~/notes'] },
      soft: true,
    },
    production: {
      is: 'list',
      about:
        'Names of what people use, beside `prod` and `production`: profiles, contexts, projects, hosts. A change there is marked *in production*.',
      of: { is: 'text', about: 'A name, or a part of one.', examples: ['acme-live', 'blue'] },
      soft: true,
    },
    unlisted: {
      is: 'choice',
      about: 'What becomes of a call that no rule speaks about, where the mode would ask.',
      of: ['ask', 'deny'],
    },
    enforce: {
      is: 'flag',
      about:
        'False: the deny and ask rules of this file are decided and recorded, and block nothing. In your own policy, calls that no rule speaks about are not asked about either.',
    },
    hostModes: {
      is: 'list',
      about:
        "Modes of the agent program that count as this policy's mode while it is in them. Counts in your own and in managed policies.",
      of: {
        is: 'choice',
        about: 'A mode. Never bypass: the settings of a repository can choose it.',
        of: hostModes,
        also: [...modeAliases].flatMap(([alias, name]) => (hostModes.includes(name) ? [alias] : [])),
      },
      soft: true,
    },
    failure: {
      is: 'choice',
      about: 'The verdict when deciding itself fails.',
      of: ['deny', 'ask'],
    },
    offline: {
      is: 'choice',
      about:
        'What becomes of other questions while the team server cannot be asked; what the team asks about is denied then. Counts in managed and team policies.',
      of: offlineChoices,
    },
    sandbox: sandboxShape,
    keep: keepShape,
    checks: {
      is: 'named',
      about:
        'Services that are asked about calls, for `check` of a rule. Count in your own, managed and team policies.',
      of: {
        is: 'open',
        about: 'A service: { authzen: https://... } or { opa: https://... }.',
        filled: true,
        schema: 'check',
      },
    },
    restrict: {
      is: 'object',
      about: 'What a managed policy takes away from all others. Only there.',
      fields: {
        onlyManagedAllow: { is: 'flag', about: 'Only allow rules of managed policies count.' },
        modes: { is: 'list', about: 'The modes that may be used.', of: mode, filled: true },
      },
    },
    tests: {
      is: 'list',
      about: 'Calls with the verdict that this policy must give; `permesso test` runs them.',
      of: testShape,
      soft: true,
    },
    team: {
      is: 'text',
      about: 'The team server, as this machine has joined it. Counts in managed and user policies.',
    },
  },
};
