import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeMachine, type Machine } from '../../test/policy-files/machine.ts';
import type { Answer, ApprovalRequest } from '@permesso/protocol/approval';
import type { Entry } from '../log/entry/log.ts';
import { createPolicyGate, type PolicyGateOptions } from './policy-gate.ts';

const sandbox = { engine: 'sandbox-runtime', version: '0.0.83', proven: true } as const;
const hour = 60 * 60_000;

interface Asked {
  readonly requests: readonly ApprovalRequest[];
  readonly settled: Awaited<ReturnType<ReturnType<typeof createPolicyGate>['authorize']>>;
  readonly entries: readonly Entry[];
  readonly local: string;
}

async function asked(
  machine: Machine,
  answers: readonly Answer[],
  {
    command = './fetch.sh https://api.example.com/x',
    ...more
  }: Partial<PolicyGateOptions> & { readonly command?: string } = {},
): Promise<Asked> {
  const requests: ApprovalRequest[] = [];
  const entries: Entry[] = [];
  const gate = createPolicyGate({
    ...machine.options,
    cwd: machine.path('p'),
    sandbox,
    log: { write: (entry) => void entries.push(entry) },
    approver: async (request) => {
      requests.push(request);
      return answers[requests.length - 1] ?? { verdict: 'deny' };
    },
    ...more,
  });
  const settled = await gate.authorize({ tool: 'Bash', input: { command }, cwd: machine.path('p') });
  const file = machine.path('p/.permesso/policy.local.yaml');
  return { requests, settled, entries, local: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}

function machineWith(policy: string): Machine {
  const machine = makeMachine();
  machine.write('.config/permesso/policy.yaml', policy);
  machine.write('p/fetch.sh', 'curl "$1"');
  return machine;
}

const open: Answer = { verdict: 'allow', hosts: ['api.example.com'], by: 'ann' };

describe('a host that an answer opens', () => {
  test('lets the call run sandboxed, and the next one unasked, until it expires', async () => {
    using machine = machineWith('sandbox: on');
    const { requests, settled, entries, local } = await asked(machine, [open]);
    expect(requests.map(({ hosts }) => hosts)).toEqual([['api.example.com']]);
    expect([settled.verdict, settled.decision.sandbox?.profile.hosts]).toEqual([
      'allow',
      ['api.example.com'],
    ]);
    const [expires = ''] = /\d{4}-\d\d-\d\dT[\d:.]+Z/u.exec(local) ?? [local];
    expect(Math.abs(Date.parse(expires) - Date.now() - 8 * hour)).toBeLessThan(hour / 4);
    expect(entries.flatMap((entry) => (entry.type === 'answered' ? [entry.answer] : []))).toEqual([open]);
    const again = await asked(machine, []);
    expect([again.requests.length, again.settled.verdict]).toEqual([0, 'allow']);
  });

  test('is open for as long as the answer says', async () => {
    using machine = machineWith('sandbox: on');
    const until = Date.parse('2099-01-02T03:04:05Z');
    expect((await asked(machine, [{ ...open, until }])).local).toContain('2099-01-02T03:04:05');
  });

  // Held against: an answer from a page or a chat that opens more than the person was shown.
  test.each<readonly [string, Answer]>([
    ['another host', { verdict: 'allow', hosts: ['evil.example'] }],
    ['one host more', { verdict: 'allow', hosts: ['api.example.com', 'evil.example'] }],
    ['every host', { verdict: 'allow', hosts: ['*'] }],
    ['no host', { verdict: 'allow', hosts: [] }],
    ['a time that is over', { ...open, until: 5 }],
  ])('%s is not opened, and the call does not run', async (_name, answer) => {
    using machine = machineWith('sandbox: on');
    const { settled, local } = await asked(machine, [answer]);
    expect([settled.verdict, local]).toEqual(['deny', '']);
  });

  // Held against: approval of the host taken for approval of the call.
  test('approves nothing by itself: what asks for another reason is asked about', async () => {
    using machine = machineWith('sandbox: on');
    let told = 0;
    const { settled } = await asked(machine, [], {
      approver: async (request) => {
        told++;
        machine.write('.config/permesso/policy.yaml', 'sandbox: on\nask: [Bash(./fetch.sh:*)]');
        return request.hosts === undefined ? { verdict: 'deny' } : open;
      },
    });
    expect([settled.verdict, settled.decision.receipt.parts[0]?.step, told]).toEqual(['deny', 'ask', 2]);
  });

  test.each<readonly [string, string, Partial<PolicyGateOptions>]>([
    ['a rule asks', 'sandbox: on\nask: [Bash(./fetch.sh:*)]', {}],
    ['a rule keeps the host closed', 'sandbox: on\ndeny: [WebFetch(domain:api.example.com)]', {}],
    ['there is no sandbox', 'sandbox: on', { sandbox: { ...sandbox, proven: false, whyNot: 'not tried' } }],
    [
      'the team answers',
      'sandbox: on',
      { team: { approver: async () => ({ verdict: 'deny' }), asksAll: false, approvalRules: () => [] } },
    ],
  ])('is not offered where %s', async (_name, policy, more) => {
    using machine = machineWith(policy);
    const { requests } = await asked(machine, [{ verdict: 'deny' }], more);
    expect(requests.map(({ hosts }) => hosts)).toEqual(requests.map(() => undefined));
  });

  test('is not offered where a managed policy names the hosts', async () => {
    using machine = machineWith('');
    machine.write('etc/policy.d/team.yaml', 'sandbox: on');
    const { requests } = await asked(machine, [{ verdict: 'deny' }]);
    expect(requests.map(({ hosts }) => hosts)).toEqual([undefined]);
  });
});
