import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { requestOf } from '../request-of.ts';
import {
  approvalFiles,
  forgetSettled,
  memoryApprovals,
  type SyncApprovalStore,
} from '../../src/approval/index.ts';
import {
  describeState,
  newApproval,
  stepApproval,
  type Answer,
  type Approval,
  type ApprovalEvent,
} from '@permesso/protocol/approval';

const directory = mkdtempSync(join(tmpdir(), 'permesso-approvals-'));
afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));

const request = requestOf();
const yes: Answer = { verdict: 'allow', by: 'anna', from: 'terminal' };
const no: Answer = { verdict: 'deny', comment: 'not now' };
const answered = (answer: Answer, at = 1, digest = 'd'): ApprovalEvent => ({
  type: 'answer',
  at,
  digest,
  answer,
});
const cancelled: ApprovalEvent = { type: 'cancel', at: 1, why: 'gone' };
const expired: ApprovalEvent = { type: 'expire', at: 100 };
const used: ApprovalEvent = { type: 'consume', at: 2, callKey: 'k', digest: 'd' };

function opened(more: Partial<Approval> = {}): Approval {
  return { ...newApproval(request, { turn: 1, at: 0, expiresIn: 50 }), ...more };
}

describe('how an approval changes', () => {
  test.each<[string, readonly ApprovalEvent[], Approval['state'], RegExp | undefined]>([
    ['a yes', [answered(yes)], 'approved', undefined],
    ['a no', [answered(no)], 'denied', undefined],
    ['used', [answered(yes), used], 'consumed', undefined],
    ['used twice', [answered(yes), used, used], 'consumed', /has run/],
    ['used before it was answered', [used], 'pending', /still waiting/],
    ['used after a no', [answered(no), used], 'denied', /denied/],
    ['used for another call', [answered(yes), { ...used, callKey: 'x' }], 'approved', /not the one/],
    ['used under another receipt', [answered(yes), { ...used, digest: 'x' }], 'approved', /not the one/],
    ['used long after', [answered(yes), { ...used, at: 16 * 60_000 }], 'approved', /and was not used until/],
    [
      'a no after a yes',
      [answered(yes), answered(no, 2)],
      'approved',
      /too late: it was approved by anna from terminal/,
    ],
    ['a yes after a no', [answered(no), answered(yes, 2)], 'denied', /too late/],
    ['a yes after the time', [answered(yes, 50)], 'expired', /too late: it expired/],
    ['a yes just before', [answered(yes, 49)], 'approved', undefined],
    [
      'a yes after a withdrawal',
      [cancelled, answered(yes, 2)],
      'cancelled',
      /too late: it was withdrawn: gone/,
    ],
    ['an answer to something else', [answered(yes, 1, 'other')], 'pending', /another call/],
    ['nobody', [expired], 'expired', undefined],
    ['not yet', [{ ...expired, at: 10 }], 'pending', /not expired/],
  ])('%s', (_name, events, state, why) => {
    let approval = opened();
    let refused: string | undefined;
    for (const event of events) {
      const stepped = stepApproval(approval, event);
      approval = stepped.approval;
      refused = stepped.accepted ? undefined : stepped.why;
    }
    expect(approval.state).toBe(state);
    if (why === undefined) expect(refused).toBeUndefined();
    else expect(refused).toMatch(why);
  });

  test('whatever happens, at most one answer counts and it is used at most once', () => {
    const event = fc.oneof(
      fc.constantFrom(cancelled, expired, used),
      fc
        .record({ at: fc.nat(80), which: fc.constantFrom(yes, no) })
        .map(({ at, which }) => answered(which, at)),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        let approval = opened();
        const counted = { answer: 0, consume: 0 };
        for (const one of events) {
          const stepped = stepApproval(approval, one);
          if (stepped.accepted && (one.type === 'answer' || one.type === 'consume')) counted[one.type]++;
          approval = stepped.approval;
        }
        expect(counted.answer).toBeLessThanOrEqual(1);
        expect(counted.consume).toBeLessThanOrEqual(counted.answer);
      }),
    );
  });

  test('every state can be told', () => {
    expect(describeState(opened({ state: 'consumed', answer: yes }))).toBe(
      'it was approved by anna from terminal and the call has run',
    );
  });
});

describe.each<[string, () => SyncApprovalStore]>([
  ['in memory', () => memoryApprovals()],
  ['in files', () => approvalFiles(join(directory, String(Math.random())))],
])('approvals %s', (_name, make) => {
  test('the same question joins while it waits; another call, receipt or session is another question', () => {
    const store = make();
    const first = store.open(request, { now: 0 });
    expect(store.open(request, { now: 1 }).id).toBe(first.id);
    expect(store.open({ ...request, digest: 'e' }, { now: 1 }).id).not.toBe(first.id);
    const elsewhere = { ...request, call: { ...request.call, session: 's2' } };
    expect(store.open(elsewhere, { now: 1 }).id).not.toBe(first.id);
    expect(store.list()).toHaveLength(3);
  });

  test('the first answer wins, the second is told, and after it was used the question is put again', () => {
    const store = make();
    const { id } = store.open(request, { now: 0 });
    expect(store.change(id, answered(yes))).toMatchObject({ accepted: true });
    expect(store.change(id, answered(no))).toMatchObject({
      accepted: false,
      approval: { state: 'approved' },
    });
    // An approval that nobody was there to use is found by the next one who asks.
    expect(store.open(request, { now: 2 })).toMatchObject({ id, state: 'approved' });
    expect(store.change(id, used)).toMatchObject({ accepted: true });
    const again = store.open(request, { now: 3 });
    expect(again).toMatchObject({ state: 'pending' });
    expect(again.id).not.toBe(id);
    expect(store.change('nobody-1', answered(yes))).toBeUndefined();
  });

  test('an expired question is put again', () => {
    const store = make();
    const { id } = store.open(request, { now: 0, expiresIn: 10 });
    expect(store.open(request, { now: 10, expiresIn: 10 }).id).not.toBe(id);
  });
});

describe('approvals in files', () => {
  test('survive a restart, are for this user only, and are forgotten when they are old', () => {
    const place = join(directory, 'restart');
    const { id } = approvalFiles(place).open(request, { now: 0 });
    expect(approvalFiles(place).change(id, answered(no))).toMatchObject({ accepted: true });
    expect(approvalFiles(place).get(id)).toMatchObject({ state: 'denied', answer: no, request });
    for (const name of readdirSync(place)) expect(statSync(join(place, name)).mode & 0o777).toBe(0o600);
    expect(forgetSettled(place, { before: 1 })).toBe(0);
    expect(forgetSettled(place, { before: 2 })).toBe(1);
    expect(readdirSync(place)).toEqual([]);
  });

  test('where others may write nothing is an answer', () => {
    const place = join(directory, 'public');
    const { id } = approvalFiles(place).open(request, { now: 1 });
    approvalFiles(place).change(id, { type: 'answer', at: 2, digest: 'd', answer: { verdict: 'allow' } });
    chmodSync(place, 0o722);
    expect(approvalFiles(place).get(id)).toBeUndefined();
    expect(approvalFiles(place).list()).toEqual([]);
    expect(() => approvalFiles(place).open(request, { now: 3 })).toThrow('written by others');
    chmodSync(place, 0o700);
  });

  test('what is forgotten is never open again in between', () => {
    const place = join(directory, 'forgetting');
    const store = approvalFiles(place);
    const { id } = store.open({ ...request, digest: 'old' }, { now: 1 });
    store.change(id, { type: 'answer', at: 2, digest: 'old', answer: { verdict: 'deny' } });
    // A kill after each single removal.
    for (const change of [0, 100]) {
      rmSync(join(place, `${id}.${change}.json`));
      expect(store.get(id)?.state ?? 'gone').toBe(change === 0 ? 'denied' : 'gone');
    }
    const { id: open } = store.open({ ...request, digest: 'open' }, { now: 1, expiresIn: 5 });
    expect(forgetSettled(place, { before: 10 })).toBe(1);
    expect(store.get(open)).toBeUndefined();
  });

  test('what makes no sense is not an approval, and no name leads out of the directory', () => {
    const place = join(directory, 'broken');
    const { id } = approvalFiles(place).open(request, { now: 0 });
    writeFileSync(join(place, `${id}.100.json`), '{"id":"other","state":"approved"}');
    expect(approvalFiles(place).get(id)).toBeUndefined();
    expect(approvalFiles(place).get('../../etc/passwd')).toBeUndefined();
  });
});
