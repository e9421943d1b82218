import { useQuery } from '@tanstack/react-query';
import { Laptop } from 'lucide-react';
import { type OwnMachine, ownMachines } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { AdminCard } from '../ui/admin-card.tsx';
import { useAct } from '../pending/use-act.ts';
import { get, send } from '../api.ts';
import { errorText, momentText } from '../format.ts';
import { ownMachineTexts as texts } from './texts.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

const key = 'own-machines';

/** Whatever joined in the name of the signed-in person, by whomever. */
export function OwnMachines() {
  const act = useAct(key);
  const { data, error } = useQuery({ queryKey: [key], queryFn: () => get(ownMachines, '/v1/me/machines') });
  return (
    <AdminCard texts={texts.card}>
      {error !== null && (
        <div className="padded">
          <ProblemNotice text={errorText(error)} />
        </div>
      )}
      {data?.machines.length === 0 && <p className="padded small dim">{texts.none}</p>}
      <ul>
        {(data?.machines ?? []).map((machine) => {
          const name = visible(machine.name);
          return (
            <li key={machine.id} className="row-line">
              <Laptop className="i dimmer" aria-hidden />
              <span className="min-w-0">
                {name} {machine.isUnconfirmed && <span className="tag ask">{texts.unconfirmed}</span>}
                <span className="sub">
                  {texts.since(
                    visible(machine.projectName),
                    cameBy(machine),
                    momentText(Date.parse(machine.enrolledAt)),
                  )}
                </span>
              </span>
              <ConfirmButton
                isSmall
                kind="danger-quiet"
                label={texts.notMine}
                name={texts.notMineName(name)}
                question={texts.askNotMine(name)}
                words={texts.notMineWords}
                action={texts.notMine}
                onYes={() =>
                  void act(() => send('DELETE', `/v1/me/machines/${machine.id}`), texts.revoked(name))
                }
              />
            </li>
          );
        })}
      </ul>
    </AdminCard>
  );
}

function cameBy({ cameBy: way, madeByName }: OwnMachine): string {
  return way === 'token of another' && madeByName !== null
    ? texts.madeBy(visible(madeByName))
    : texts.cameBy[way];
}
