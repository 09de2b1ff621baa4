export { assertMigrated, migrate, OtherHistory, type MigrateOptions } from './migrate.ts';
export { migrationDirectories, schemaOf } from './migrations.ts';
export { createPool, type PoolOptions } from './pool.ts';
export { prismaAdapter, violates } from './prisma.ts';
export { countOf, sqlOf, sqlPart, SqlPart, type Connection, type Sql, type TaggedSql } from './sql.ts';
export { StatementNames } from './statement-names.ts';
export { preparedTransaction, prismaTransaction, transaction, type PrismaTransactions } from './transaction.ts';
