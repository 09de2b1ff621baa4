import type { ServiceName } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import { existsSync, readdirSync } from 'node:fs';

/** Every service that the base deploys: a new one is held against all tests as soon as its folder is there. */
export const SERVICES = readdirSync(inRepository('k8s/base')).filter((name): name is ServiceName =>
  existsSync(inRepository(`k8s/base/${name}/deployment.yaml`)),
);

/** Those that keep a schema in PostgreSQL. */
export const MIGRATED = SERVICES.filter((name) => existsSync(inRepository(`services/${name}/prisma`)));
