import { Laptop } from 'lucide-react';
import { type OwnMachine, ownMachines } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { AdminCard } from '../ui/admin-card.tsx';
import { useAct } from '../pending/use-act.ts';
import { send } from '../api.ts';
import { errorText, momentText } from '../format.ts';
import { ownMachineTexts as texts } from './texts.ts';
import { RemoveButton } from '../ui/confirm-button.tsx';
import { RowLine } from '../ui/row-line.tsx';
import { useGet } from '../session/use-get.ts';

const key = 'own-machines';

/** Every machine in the signed-in person's name, no matter who enrolled it. */
export function OwnMachines() {
  const act = useAct(key);
  const { data, error } = useGet(key, ownMachines, '/v1/me/machines');
  return (
    <AdminCard
      texts={texts.card}
      isEmpty={data?.machines.length === 0}
      problem={error === null ? '' : errorText(error)}
    >
      <ul>
        {data?.machines.map((machine) => {
          const name = visible(machine.name);
          return (
            <RowLine
              key={machine.id}
              icon={Laptop}
              sub={texts.since(
                visible(machine.projectName),
                cameBy(machine),
                momentText(Date.parse(machine.enrolledAt)),
              )}
              end={
                <RemoveButton
                  label={texts.notMine}
                  name={texts.notMineName(name)}
                  question={texts.askNotMine(name)}
                  words={texts.notMineWords}
                  onYes={() =>
                    void act(() => send('DELETE', `/v1/me/machines/${machine.id}`), texts.revoked(name))
                  }
                />
              }
            >
              {name} {machine.isUnconfirmed && <span className="tag ask">{texts.unconfirmed}</span>}
            </RowLine>
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
