import type { ReactNode } from 'react';
import type { MachineDetail } from '@permesso/protocol/console';
import { visible, agentName } from '@permesso/protocol/text';
import { durationText } from '../format.ts';
import { useNow } from '../live.ts';
import { machineTexts } from './texts.ts';
import { hostTone } from './machine-table.tsx';
import { stateLooks } from './state-tag.tsx';

const texts = machineTexts.notices;

/** A machine's worst problem, and the command that fixes it. */
export function MachineNotice({ machine }: { readonly machine: MachineDetail }) {
  const now = useNow(15_000);
  const [worst] = machine.states;
  if (worst === undefined || worst === 'proven') return null;
  const { icon: Icon, tone } = stateLooks[worst];
  return (
    <div className={`notice ${tone === 'sandboxed' ? 'frozen-machine' : tone}`}>
      <Icon className="i" aria-hidden />
      <div>{wordsOf(machine, now)}</div>
    </div>
  );
}

function wordsOf(machine: MachineDetail, now: number): ReactNode {
  const { seenAt, frozen } = machine;
  switch (machine.states[0]) {
    case 'unprotected':
      return (
        <>
          <b className="strong">{texts.unprotected}</b> {whyUnprotected(machine)} {texts.unprotectedFix}{' '}
          <code className="nowrap">permesso init</code>, {texts.andThen}{' '}
          <code className="nowrap">permesso doctor --canary</code>.
        </>
      );
    case 'diverging':
      return (
        <>
          <b className="strong">{texts.diverging}</b> {texts.divergingWords}
        </>
      );
    case 'silent':
      return (
        <>
          <b className="strong">
            {seenAt === null ? texts.silent : texts.silentSince(durationText(now - Date.parse(seenAt)))}
          </b>{' '}
          {texts.silentWords} <code className="nowrap">permesso team sync</code>.
        </>
      );
    case 'unproven':
      return (
        <>
          {texts.unproven} {texts.unprotectedFix} <code className="nowrap">permesso doctor --canary</code>.
        </>
      );
    case 'outdated':
      return (
        <>
          {texts.outdated} {texts.unprotectedFix} <code className="nowrap">permesso team sync</code>.
        </>
      );
    case 'frozen':
      return texts.frozen(visible(frozen ?? ''));
    default:
      return texts.revoked;
  }
}

function whyUnprotected({ enforcement, hosts }: MachineDetail): string {
  if (enforcement === 'observe') return texts.observe;
  if (enforcement === 'none') return texts.noPolicy;
  const open = hosts.filter((host) => hostTone(host) === 'bad').map(({ name }) => visible(agentName(name)));
  return open.length === 0 ? '' : texts.agents(open.join(', '));
}
