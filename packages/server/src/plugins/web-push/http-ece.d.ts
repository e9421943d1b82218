declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** RFC 8188 and RFC 8291. The header with salt, record size and the sender's key stands before the text. */
  export function encrypt(
    text: Buffer,
    how: {
      readonly version: 'aes128gcm';
      /** Of the receiver, in base64url. */
      readonly dh: string;
      readonly authSecret: string;
      readonly privateKey: ECDH;
    },
  ): Buffer;
}
