import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { useState } from 'react';
import { ownTargets, type TeamWho } from '@permesso/protocol/console';
import type { PlaceProps } from '../../plugin.ts';
import { AdminCard } from '../../ui/admin-card.tsx';
import { get, send } from '../../api.ts';
import { errorText } from '../../format.ts';
import { pushTexts } from './texts.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import './push.css';
import { getOwnPush, isPushPossible, pushPrint, showsCall, turnPushOn, unsubscribe } from './push.ts';

const texts = pushTexts.own;

interface BrowserPush {
  readonly isOffered: boolean;
  readonly key: string;
  /** The target for this browser. */
  readonly target?: string;
}

async function lookAtPush(): Promise<BrowserPush> {
  const [offer, { hooks }, print] = await Promise.all([
    getOwnPush(),
    get(ownTargets, '/v1/me/hooks'),
    pushPrint(),
  ]);
  const found = hooks.find((target) => print !== undefined && target.print === print);
  return { ...offer, ...(found === undefined ? {} : { target: found.id }) };
}

/** Web push for this browser. Off by default; only turning it on asks for the permission. */
export function PushCard({ who }: PlaceProps['notifications']) {
  const client = useQueryClient();
  const say = useToasts();
  const [withCall, setWithCall] = useState(showsCall);
  const [problem, setProblem] = useState('');
  const { data } = useQuery({ queryKey: ['push'], queryFn: lookAtPush, staleTime: 0 });
  const isOn = data?.target !== undefined;
  const obstacle = data === undefined ? undefined : obstacleFor(who, data);
  async function act(work: () => Promise<void>, done: string): Promise<void> {
    try {
      await work();
      setProblem('');
      say({ text: done });
    } catch (error) {
      setProblem(errorText(error));
    }
    for (const key of ['push', 'own-targets', 'push-print'])
      await client.invalidateQueries({ queryKey: [key] });
  }
  const turnOn = (call: boolean): Promise<void> =>
    act(() => turnPushOn({ key: data?.key ?? '', withCall: call }), texts.turnedOn);
  const turnOff = (): Promise<void> =>
    act(async () => {
      await unsubscribe();
      await send('DELETE', `/v1/me/hooks/${data?.target ?? ''}`);
    }, texts.turnedOff);
  const isUsable = data !== undefined && obstacle === undefined;
  return (
    <AdminCard
      texts={texts}
      problem={problem}
      end={
        isUsable && (
          <Button
            isSmall
            kind={isOn ? 'plain' : 'primary'}
            onClick={() => void (isOn ? turnOff() : turnOn(withCall))}
          >
            {isOn ? texts.turnOff : texts.turnOn}
          </Button>
        )
      }
    >
      {obstacle !== undefined && <p className="padded small dim">{obstacle}</p>}
      {isUsable && (
        <PushFields
          isOn={isOn}
          withCall={withCall}
          onShow={(call) => {
            setWithCall(call);
            if (isOn) void turnOn(call);
          }}
        />
      )}
    </AdminCard>
  );
}

interface PushFieldsProps {
  readonly isOn: boolean;
  readonly withCall: boolean;
  readonly onShow: (call: boolean) => void;
}

function PushFields({ isOn, withCall, onShow }: PushFieldsProps) {
  const Icon = isOn ? Bell : BellOff;
  return (
    <>
      <div className="row-line">
        <Icon className="i dimmer" aria-hidden />
        <span className="min-w-0">
          {isOn ? texts.onWords : texts.offWords}{' '}
          <span className={`tag ${isOn ? 'allow' : ''}`}>{isOn ? texts.on : texts.off}</span>
          <span className="sub">{texts.service}</span>
        </span>
      </div>
      <div className="push-shows">
        <span className="label" aria-hidden>
          {texts.shows}
        </span>
        <Segmented
          label={texts.shows}
          value={withCall ? 'call' : 'count'}
          segments={[
            { value: 'count', title: texts.count },
            { value: 'call', title: texts.call },
          ]}
          onChange={(value) => onShow(value === 'call')}
        />
        <span className="words small dim">{withCall ? texts.callWords : texts.countWords}</span>
      </div>
    </>
  );
}

function obstacleFor(who: TeamWho, { isOffered }: BrowserPush): string | undefined {
  if (!isOffered) return texts.notOffered;
  if (!isPushPossible()) return texts.notPossible;
  if (!who.roles.some(({ role }) => role === 'approver')) return texts.noRole;
  return Notification.permission === 'denied' ? texts.denied : undefined;
}
