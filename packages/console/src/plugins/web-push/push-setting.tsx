import { MonitorSmartphone } from 'lucide-react';
import { pushSetting } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../../api.ts';
import { pushTexts } from './texts.ts';
import { useGet } from '../../session/use-get.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { AdminCard } from '../../ui/admin-card.tsx';
import { useAct } from '../../pending/use-act.ts';

const texts = pushTexts.admin;

/** Whether browser notifications are allowed in the organisation. */
export function PushSetting() {
  const act = useAct('push-setting', 'hooks');
  const { data } = useGet('push-setting', pushSetting, '/v1/push');
  if (data === undefined) return null;
  const { isOn, browsers, hosts } = data;
  const set = (wanted: boolean): void =>
    void act(() => send('PUT', '/v1/push', { isOn: wanted }), wanted ? texts.turnedOn : texts.turnedOff);
  return (
    <AdminCard texts={texts}>
      <div className="row-line">
        <MonitorSmartphone className="i dimmer" aria-hidden />
        <span className="min-w-0">
          <span className={`tag ${isOn && hosts.length > 0 ? 'allow' : ''}`}>
            {isOn && hosts.length > 0 ? texts.on(browsers) : texts.off}
          </span>
          <span className="sub">
            {hosts.length === 0 ? texts.noHosts : texts.words(hosts.map(visible).join(', '))}
          </span>
        </span>
        {hosts.length > 0 &&
          (isOn ? (
            <ConfirmButton
              isSmall
              kind="danger-quiet"
              label={texts.turnOff}
              question={texts.ask}
              words={texts.askWords}
              action={texts.doTurnOff}
              onYes={() => set(false)}
            />
          ) : (
            <Button isSmall onClick={() => set(true)}>
              {texts.turnOn}
            </Button>
          ))}
      </div>
    </AdminCard>
  );
}
