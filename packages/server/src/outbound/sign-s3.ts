import { createHash, createHmac } from 'node:crypto';

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Bucket and key in its path. */
  readonly url: URL;
  readonly body: string | Uint8Array;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly at: Date;
}

/** Signs a request with AWS Signature Version 4, which every S3-compatible store accepts. */
export function signS3(request: S3Request): Readonly<Record<string, string>> {
  const { method, url, body, region, accessKey, secretKey, at } = request;
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const digest = sha256(body);
  const headers = { host: url.host, 'x-amz-content-sha256': digest, 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const canonical = [
    method,
    url.pathname,
    '',
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    names,
    digest,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${secretKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
