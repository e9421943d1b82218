import { DoorOpen, TriangleAlert } from 'lucide-react';
import { useRef, useState, type SyntheticEvent } from 'react';
import { here, problemFrom, send } from '../api.ts';
import { errorText } from '../format.ts';
import { teamTexts } from '../texts/team.ts';
import { rememberPage } from './page-after-sign-in.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import './sign-in.css';

const texts = teamTexts.signIn;

export interface SignInProps {
  /** Signed in, but without any role. */
  readonly mayNotLook: boolean;
  readonly onEntered: () => void;
}

const lastOrganisation = 'permesso-organisation';

/** The sign-in page: the organisation's identity provider, or a token if it has no provider. */
export function SignIn({ mayNotLook, onEntered }: SignInProps) {
  const organisation = useRef<HTMLInputElement>(null);
  const token = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [byToken, setByToken] = useState(false);

  async function lead(): Promise<void> {
    const name = organisation.current?.value.trim().toLowerCase() ?? '';
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) return setProblem(texts.which);
    const path = here(`/v1/sign-in/to/${name}`);
    // Checked before leaving the page: a person who cannot sign in there should be told here.
    const asked = await fetch(path, { redirect: 'manual', credentials: 'same-origin' });
    if (asked.type !== 'opaqueredirect') {
      const { detail } = await problemFrom(asked);
      // No provider, or no such organisation: this person may have a token.
      setByToken(true);
      return setProblem(detail);
    }
    localStorage.setItem(lastOrganisation, name);
    rememberPage();
    return location.assign(path);
  }

  async function useToken(): Promise<void> {
    await send('POST', '/v1/sign-in/token', { token: token.current?.value.trim() ?? '' });
    onEntered();
  }

  const on = (work: () => Promise<void>) => (event: SyntheticEvent) => {
    event.preventDefault();
    setProblem('');
    work().catch((error: unknown) => setProblem(errorText(error)));
  };

  return (
    <main className="sign-in">
      <div className="card">
        <h1>
          <span className="mark">
            <DoorOpen className="i" aria-hidden />
          </span>
          {texts.title}
        </h1>
        {mayNotLook ? (
          <p className="notice ask">
            <TriangleAlert className="i" aria-hidden />
            <span>{texts.noRole}</span>
          </p>
        ) : (
          <p className="prose">{texts.words}</p>
        )}
        <form className="sheet-form" onSubmit={on(lead)}>
          <label className="field">
            <span className="label">{texts.organisation}</span>
            <input
              className="input"
              ref={organisation}
              defaultValue={localStorage.getItem(lastOrganisation) ?? ''}
              autoComplete="organization"
              spellCheck={false}
            />
          </label>
          <Button type="submit" kind="primary">
            {texts.act}
          </Button>
        </form>
        <ProblemNotice text={problem} />
        <Disclosure key={String(byToken)} title={texts.byToken} isOpen={byToken}>
          <form className="sheet-form" onSubmit={on(useToken)}>
            <p className="small dim">
              <code>permesso serve add-person</code> {texts.tokenWords}
            </p>
            <label className="field">
              <span className="label">{texts.token}</span>
              <input
                className="input mono"
                ref={token}
                type="password"
                autoComplete="off"
                spellCheck={false}
              />
            </label>
            <Button type="submit">{texts.useToken}</Button>
          </form>
        </Disclosure>
      </div>
    </main>
  );
}
