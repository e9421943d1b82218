import { storeTexts } from '../../src/messages/denials.ts';
import { describe, expect, test } from 'vitest';
import type { Answer } from '@permesso/protocol/approval';
import { memoryGrants, type GrantStore } from '../../src/approval/stores/grant-store.ts';
import { scriptedApprover } from '../../src/approval/channels/scripted-approver.ts';
import type { ToolCall } from '@permesso/engine/call';
import { createGate, type Gate, type GateOptions } from '../../src/gate/gate.ts';
import type { Layer } from '@permesso/engine/policy';
import { memoryLog } from '../../src/log/entry/log.ts';
import { fixedWorld, type World } from '@permesso/engine/world';
import { grantOf } from '../../../engine/test/question-of.ts';

function gateWith(options: Partial<GateOptions> = {}): Gate {
  return createGate({ policy: {}, world: () => fixedWorld(), ...options });
}

function sh(command: string): ToolCall {
  return { tool: 'Bash', input: { command } };
}

const yes: Answer = { verdict: 'allow' };
const pushAsks: Partial<GateOptions> = { policy: { allow: ['Bash'], ask: ['Bash(git push:*)'] } };

describe('what the log says of a call is what became of it', () => {
  const types = (log: ReturnType<typeof memoryLog>): readonly string[] =>
    log.entries.map((entry) =>
      entry.type === 'decided'
        ? `decided ${entry.decision.verdict}`
        : entry.type === 'answered'
          ? `answered ${entry.answer.verdict}`
          : entry.type,
    );

  test('a yes that is worth nothing any more', async () => {
    const log = memoryLog();
    const gate = gateWith({
      ...pushAsks,
      log,
      approver: () => {
        gate.setPolicy({ deny: ['Bash'] });
        return Promise.resolve(yes);
      },
    });
    expect(await gate.authorize(sh('git push'))).toMatchObject({ verdict: 'deny' });
    // The question settles itself the moment the policy forbids it, so nobody's yes is on record.
    expect(types(log)).toEqual(['decided ask', 'decided deny']);
  });

  test('a question that was settled by a yes to another one', async () => {
    const log = memoryLog();
    let asked = 0;
    const gate = gateWith({
      log,
      approver: (_request, { signal }) => {
        asked++;
        if (asked === 1)
          return Promise.resolve({ verdict: 'allow', scope: 'session', rules: ['Bash(npm run:*)'] });
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ verdict: 'deny' }));
        });
      },
    });
    await Promise.all([gate.authorize(sh('npm run a')), gate.authorize(sh('npm run b'))]);
    expect(types(log).toSorted()).toEqual([
      'answered allow',
      'decided allow',
      'decided ask',
      'decided ask',
      'granted',
    ]);
  });

  test('a changed call that the host cannot run', async () => {
    const log = memoryLog();
    const approver = scriptedApprover([{ verdict: 'allow', input: { command: 'ls' } }]);
    const gate = gateWith({ ...pushAsks, log, approver });
    expect(await gate.authorize(sh('git push'))).toMatchObject({ verdict: 'deny' });
    expect(types(log)).toEqual(['decided ask', 'answered deny']);
  });
});

describe('a yes is for what was seen', () => {
  const linked = (target: string): World => fixedWorld({ links: { '/home/dev/project/out': target } });
  const write: ToolCall = { tool: 'Write', input: { file_path: 'out', content: '' } };

  test('a link that leads elsewhere afterwards is asked about again', async () => {
    let world = linked('/home/dev/project/a');
    const seen: (readonly string[])[] = [];
    const approver = scriptedApprover([
      ({ effects }) => {
        seen.push(effects.map(({ words }) => words));
        world = linked('/home/dev/project/b');
        return yes;
      },
      ({ effects }) => {
        seen.push(effects.map(({ words }) => words));
        return { verdict: 'deny' };
      },
    ]);
    const gate = gateWith({ approver, world: () => world });
    expect(await gate.authorize(write)).toMatchObject({ verdict: 'deny' });
    expect(seen).toEqual([
      ['writes out (which is /home/dev/project/a)'],
      ['writes out (which is /home/dev/project/b)'],
    ]);
    expect(approver.asked[0]?.callKey).toBe(approver.asked[1]?.callKey);
    expect(approver.asked[0]?.digest).not.toBe(approver.asked[1]?.digest);
  });

  test('a surface cannot give what was not offered', async () => {
    const grants = memoryGrants();
    const approver = scriptedApprover([{ verdict: 'allow', scope: 'user', rules: ['Bash(git push:*)'] }]);
    const gate = gateWith({ ...pushAsks, approver, grants });
    expect(await gate.authorize(sh('git push'), { scopes: ['once', 'session'] })).toMatchObject({
      verdict: 'allow',
      message: 'Allowed once: it can be allowed for once or session.',
    });
    expect(grants.list()).toEqual([]);
  });

  test('where only managed rules may allow, nothing is granted', async () => {
    const grants = memoryGrants();
    const approver = scriptedApprover([{ verdict: 'allow', scope: 'session', rules: ['Bash(git push:*)'] }]);
    const policy: Layer[] = [
      { layer: 'managed', ask: ['Bash(git push:*)'], restrict: { onlyManagedAllow: true } },
    ];
    const gate = gateWith({ policy, approver, grants });
    await gate.authorize(sh('git push'));
    expect(grants.list()).toEqual([]);
  });
});

test('what is taken back is on record, with what it was and who did it', async () => {
  const log = memoryLog();
  const approver = scriptedApprover([{ verdict: 'allow', scope: 'session', rules: ['Bash(git push:*)'] }]);
  const gate = gateWith({ ...pushAsks, approver, log });
  const said = await gate.authorize(sh('git push'));
  const grant = said.verdict === 'allow' ? said.grant : undefined;
  expect((await gate.check(sh('git push'))).verdict).toBe('allow');
  expect(await gate.revoke(grant?.id ?? '', { by: 'ada', from: 'web' })).toBe(true);
  expect((await gate.check(sh('git push'))).verdict).toBe('ask');
  expect(log.entries.at(-1)).toMatchObject({
    type: 'revoked',
    id: grant?.id,
    verdict: 'allow',
    scope: 'session',
    rules: ['Bash(git push:*)'],
    by: 'ada',
    from: 'web',
  });
  expect(await gate.revoke(grant?.id ?? '')).toBe(false);
  expect(log.entries).toHaveLength(4);
});

test('a grant whose use cannot be counted lets nothing through', async () => {
  const grant = grantOf({ rules: ['Bash(make)'], answers: [{ because: 'no-rule' }] });
  const grants: GrantStore = {
    ...memoryGrants([grant]),
    use: () => {
      throw new Error('the disk is full');
    },
  };
  const gate = gateWith({ grants });
  for (const said of [await gate.authorize(sh('make')), await gate.consult(sh('make'))])
    expect(said).toMatchObject({
      verdict: 'deny',
      message: `Denied: the decision failed: ${storeTexts.failed}.`,
    });
});

test('a remembered no that cannot be read denies everything, and tells the app which file', async () => {
  const grants: GrantStore = {
    ...memoryGrants(),
    denials: () => {
      throw new Error('a remembered denial cannot be read: fix or remove /x/n1.deny.json');
    },
  };
  const gate = gateWith({ policy: { allow: ['Bash'] }, grants });
  const failures: string[] = [];
  gate.on('failed', ({ error }) => failures.push(error));
  expect((await gate.check(sh('ls'))).verdict).toBe('deny');
  expect(failures).toEqual([expect.stringContaining('/x/n1.deny.json')]);
});
