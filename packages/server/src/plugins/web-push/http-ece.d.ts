declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** RFC 8188 and RFC 8291. The header with salt, record size and the sender's key precedes the ciphertext. */
  export function encrypt(
    text: Buffer,
    how: {
      readonly version: 'aes128gcm';
      /** The receiver's public key, in base64url. */
      readonly dh: string;
      readonly authSecret: string;
      readonly privateKey: ECDH;
    },
  ): Buffer;
}
