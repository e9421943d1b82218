import { Snowflake } from 'lucide-react';
import { visible } from '@permesso/protocol/text';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { errorText } from '../format.ts';
import { useFreezeTargets, type FreezeTarget } from '../session/freeze.ts';
import { frameTexts } from '../texts/frame.ts';

const texts = frameTexts.freeze;

/** Shown on every page: what is frozen, why and since when. */
export function FrozenNotice() {
  const say = useToasts();
  const frozen = useFreezeTargets().filter((target) => target.frozen !== undefined);
  function unfreeze({ name, unfreeze: end }: FreezeTarget): void {
    end().then(
      () => say({ text: texts.ended(visible(name)) }),
      (error: unknown) => say({ text: errorText(error), isProblem: true }),
    );
  }
  return frozen.map((target) => (
    <div key={target.name} className="notice frozen" role="status">
      <Snowflake className="i" aria-hidden />
      <p>
        <b>{texts.isFrozen(visible(target.name))}</b>
        {target.frozen?.since !== undefined &&
          texts.since(new Date(target.frozen.since).toLocaleString('en'))}
        {texts.because(visible(target.frozen?.reason ?? ''))}
      </p>
      {target.mayChange && (
        <Button isSmall className="end" onClick={() => unfreeze(target)}>
          {texts.unfreeze}
        </Button>
      )}
    </div>
  ));
}
