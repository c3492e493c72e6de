import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { hasSwift } from '../../../scripts/swift.mjs';
import type { S3Config } from '../../../server/outgoing/s3.ts';
import { s3ClientConfig } from '../../../server/outgoing/s3.ts';
import { type S3Server, startSwift } from './swift.ts';

/**
 * The S3 storage of the tests: that of the environment, else OpenStack Swift if this machine has it.
 *
 *   S3_TEST_ENDPOINT=http://... S3_TEST_KEY=... S3_TEST_SECRET=...
 */
const { S3_TEST_ENDPOINT, S3_TEST_KEY = '', S3_TEST_SECRET = '' } = process.env;

export const hasS3 = S3_TEST_ENDPOINT !== undefined || hasSwift();

export interface TestS3 extends S3Server {
  readonly client: S3Client;
  /** A bucket of its own. @param endpoint of a proxy in front of the storage */
  newBucket(endpoint?: string): Promise<S3Config>;
}

/** The caller closes it. */
export async function startS3(): Promise<TestS3> {
  const server: S3Server =
    S3_TEST_ENDPOINT === undefined
      ? await startSwift()
      : {
          endpoint: S3_TEST_ENDPOINT,
          credentials: { accessKeyId: S3_TEST_KEY, secretAccessKey: S3_TEST_SECRET },
          close: async () => undefined,
        };
  const config = (bucket: string, endpoint: string): S3Config => ({
    ...{ kind: 's3', bucket, prefix: 'node/', endpoint, region: 'us-east-1' },
    credentials: server.credentials,
  });
  const client = new S3Client(s3ClientConfig(config('', server.endpoint)));
  return {
    ...server,
    client,
    async newBucket(endpoint = server.endpoint) {
      const bucket = `meridian-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return config(bucket, endpoint);
    },
    async close() {
      client.destroy();
      await server.close();
    },
  };
}

/** The variables that name a bucket, for a server's configuration. */
export const environmentFor = ({ bucket, prefix, endpoint, credentials }: S3Config) => ({
  BUNDLE_STORE: `s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(endpoint ?? '')}`,
  AWS_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
  AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
});
