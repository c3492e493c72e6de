import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { PieceStore } from '../../mesh/transfers/arrivals.ts';
import { isNotFound, listObjects, type S3Access } from './s3-client.ts';

export function createS3Pieces(s3: S3Access, folder: string): PieceStore {
  const { client, call, Bucket } = s3;
  return {
    async put(name, Body) {
      const input = { Bucket, Key: folder + name, Body };
      await call('put', () => client.send(new PutObjectCommand(input)));
    },
    async get(name) {
      const input = { Bucket, Key: folder + name };
      try {
        return await call('get', async () => {
          const { Body } = await client.send(new GetObjectCommand(input));
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    async list(prefix) {
      const objects = await listObjects(s3, { Prefix: folder + prefix });
      return objects.map(({ key, ...piece }) => ({ name: key.slice(folder.length), ...piece }));
    },
    async remove(name) {
      const input = { Bucket, Key: folder + name };
      await call('delete', () => client.send(new DeleteObjectCommand(input)));
    },
  };
}
