import {
  Ban,
  CircleCheck,
  CircleDashed,
  History,
  ShieldOff,
  Snowflake,
  Unlink,
  WifiOff,
  type LucideIcon,
} from 'lucide-react';
import type { MachineState } from '@permesso/protocol/console';
import { machineTexts } from './texts.ts';

export interface StateLook {
  readonly icon: LucideIcon;
  readonly tone: 'deny' | 'ask' | 'sandboxed' | 'allow' | '';
  readonly ink: 'bad' | 'warn' | 'ok' | '';
}

export const stateLooks: Readonly<Record<MachineState, StateLook>> = {
  unprotected: { icon: ShieldOff, tone: 'deny', ink: 'bad' },
  diverging: { icon: Unlink, tone: 'deny', ink: 'bad' },
  silent: { icon: WifiOff, tone: 'ask', ink: 'warn' },
  unproven: { icon: CircleDashed, tone: 'ask', ink: 'warn' },
  outdated: { icon: History, tone: 'ask', ink: 'warn' },
  frozen: { icon: Snowflake, tone: 'sandboxed', ink: '' },
  proven: { icon: CircleCheck, tone: 'allow', ink: 'ok' },
  revoked: { icon: Ban, tone: '', ink: '' },
};

/** A state as a word and an icon. A good state is unobtrusive. */
export function StateTag({ state }: { readonly state: MachineState }) {
  const { icon: Icon, tone } = stateLooks[state];
  const word = machineTexts.states[state];
  if (state === 'proven')
    return (
      <span className="verdict allow">
        <Icon className="i" aria-hidden />
        {word}
      </span>
    );
  return (
    <span className={`tag ${tone}`}>
      <Icon className="i" aria-hidden />
      {word}
    </span>
  );
}
