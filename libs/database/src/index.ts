export { assertMigrated, migrate, type MigrateOptions } from './migrate.ts';
export { migrationDirectories, schemaOf } from './migrations.ts';
export { createPool, type PoolOptions } from './pool.ts';
export { poolSql } from './pool-sql.ts';
export { prismaAdapter, type Sql } from './prisma.ts';
