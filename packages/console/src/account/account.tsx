import { useSession } from '../session/session.ts';
import { OwnMachines } from './own-machines.tsx';
import { passkeyTexts } from '../passkeys/texts.ts';
import { OwnPasskeys } from './own-passkeys.tsx';

/** What the signed-in person keeps here for themselves. */
export function AccountPage() {
  const { who } = useSession();
  if (who.mode !== 'team') return null;
  return (
    <div className="page admin-cards">
      <div className="page-head">
        <h1>{passkeyTexts.account}</h1>
      </div>
      <OwnPasskeys who={who} />
      <OwnMachines />
    </div>
  );
}
