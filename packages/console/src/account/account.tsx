import { PluginParts } from '../plugin-parts/plugin-parts.tsx';
import { signOut } from '../plugin-parts/sign-out.ts';
import { useSession } from '../session/session.ts';
import { OwnMachines } from './own-machines.tsx';
import { ownMachineTexts } from './texts.ts';
import { PageHead } from '../ui/page-head.tsx';

/** The signed-in person's own settings. */
export function AccountPage() {
  const { who, onLook } = useSession();
  if (who.mode !== 'team') return null;
  return (
    <div className="page admin-cards">
      <PageHead title={ownMachineTexts.account} />
      <PluginParts at="account" who={who} onSignInAgain={() => void signOut().finally(onLook)} />
      <OwnMachines />
    </div>
  );
}
