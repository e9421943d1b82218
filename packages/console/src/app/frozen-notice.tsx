import { Snowflake } from 'lucide-react';
import { visible } from '@permesso/protocol/text/show-text';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { errorText } from '../format.ts';
import { useFreezeTargets, type FreezeTarget } from './freeze.ts';

/** On every page: what is frozen, why and since when. */
export function FrozenNotice() {
  const say = useToasts();
  const frozen = useFreezeTargets().filter((target) => target.frozen !== undefined);
  function unfreeze({ name, unfreeze: end }: FreezeTarget): void {
    end().then(
      () => say({ text: `${visible(name)} is not frozen any more` }),
      (error: unknown) => say({ text: errorText(error), isProblem: true }),
    );
  }
  return frozen.map((target) => (
    <div key={target.name} className="notice frozen" role="status">
      <Snowflake className="i" aria-hidden />
      <p>
        <b>{visible(target.name)} is frozen</b>
        {target.frozen?.since !== undefined && ` since ${new Date(target.frozen.since).toLocaleString('en')}`}
        : {visible(target.frozen?.reason ?? '')}. Every call is denied.
      </p>
      {target.mayChange && (
        <Button isSmall className="end" onClick={() => unfreeze(target)}>
          Unfreeze
        </Button>
      )}
    </div>
  ));
}
