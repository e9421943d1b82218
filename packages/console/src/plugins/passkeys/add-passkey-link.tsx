import { Link } from '@tanstack/react-router';
import { passkeyTexts } from './texts.ts';
import './passkeys.css';

/** For a person who needs a passkey and has none: a link to add one. */
export function AddPasskeyLink() {
  return (
    <Link className="problem-link" to="/account">
      {passkeyTexts.own.add}
    </Link>
  );
}
