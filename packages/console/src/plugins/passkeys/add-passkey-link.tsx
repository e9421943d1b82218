import { Link } from '@tanstack/react-router';
import { passkeyTexts } from './texts.ts';
import './passkeys.css';

/** For somebody who must show a passkey and has none: where one is added. */
export function AddPasskeyLink() {
  return (
    <Link className="problem-link" to="/account">
      {passkeyTexts.own.add}
    </Link>
  );
}
