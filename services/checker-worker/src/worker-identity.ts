import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@vedette/service-host';
import type { WorkerConfig } from './config.ts';

/** Identifies this process among the workers. */
@Injectable()
export class WorkerIdentity {
  readonly region: string;
  /** The host name (in Kubernetes: the pod) and a random suffix for this process; valid as one token of a subject. */
  readonly workerId = `${hostname().replaceAll(/[^\w-]/g, '-')}-${randomBytes(3).toString('hex')}`;

  constructor(@Inject(CONFIG) config: Pick<WorkerConfig, 'region'>) {
    this.region = config.region;
  }
}
