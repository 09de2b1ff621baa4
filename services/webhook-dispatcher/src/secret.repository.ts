import { Injectable } from '@nestjs/common';
import { PrismaClient } from './generated/client.ts';

@Injectable()
export class SecretRepository {
  constructor(private readonly prisma: PrismaClient) {}

  countSealedOtherwise(keyIds: readonly string[]): Promise<number> {
    return this.prisma.endpointSecret.count({ where: { keyId: { notIn: [...keyIds] } } });
  }

  /** Replaces up to `limit` secrets that are sealed with one of the keys given; returns how many. */
  reseal(
    keyIds: readonly string[],
    keyId: string,
    sealAnew: (sealed: Buffer, endpointId: string) => Buffer,
    limit: number,
  ): Promise<number> {
    return this.prisma.$transaction(async (tx) => {
      const rows = await tx.$queryRawUnsafe<{ id: bigint; endpointId: string; sealed: Uint8Array }[]>(
        `SELECT id, endpoint_id AS "endpointId", sealed FROM webhook_dispatcher.endpoint_secret
         WHERE key_id = ANY ($1::text[]) ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
        keyIds,
        limit,
      );
      for (const { id, endpointId, sealed } of rows) {
        const data = { keyId, sealed: new Uint8Array(sealAnew(Buffer.from(sealed), endpointId)) };
        await tx.endpointSecret.update({ where: { id }, data, select: { id: true } });
      }
      return rows.length;
    });
  }
}
