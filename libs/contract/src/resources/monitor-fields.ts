// Decides which fields a type of monitor needs, and what its target must look like.

import type { Detail } from '../errors.ts';
import { isHttpUrl, isHostName, isIpAddress } from '../values/host-name.ts';
import type { MonitorType } from './monitor.ts';

export interface MonitorFields {
  type?: MonitorType;
  url?: string | null;
  host?: string | null;
  port?: number | null;
  keyword?: string | null;
}

type RequiredField = 'url' | 'host' | 'port' | 'keyword';

interface Need {
  required: readonly RequiredField[];
  /** A type that checks a server and no page also accepts a bare host name. */
  bareHostName: boolean;
}

const NEEDS: Readonly<Record<MonitorType, Need>> = {
  HTTP: { required: ['url'], bareHostName: false },
  KEYWORD: { required: ['url', 'keyword'], bareHostName: false },
  PING: { required: ['host'], bareHostName: false },
  PORT: { required: ['host', 'port'], bareHostName: false },
  CRON: { required: [], bareHostName: false },
  DNS: { required: ['url'], bareHostName: true },
  SSL: { required: ['url'], bareHostName: true },
  DOMAIN: { required: ['url'], bareHostName: true },
};

/** The fields that a monitor of this type requires. */
export function requiredFields(type: MonitorType): readonly RequiredField[] {
  return NEEDS[type].required;
}

/** Fields that the type does not use are stored and ignored, so they are not checked. */
export function monitorFaults(monitor: MonitorFields): Detail[] {
  const { type } = monitor;
  if (type === undefined) return [];
  const { required, bareHostName } = NEEDS[type];
  return required.flatMap((field) => {
    const value = monitor[field];
    if (value === undefined || value === null || value === '') {
      return [{ path: field, message: `${field} is required for ${type} monitors` }];
    }
    const fault = typeof value === 'string' ? targetFault(field, value, bareHostName) : undefined;
    return fault === undefined ? [] : [{ path: field, message: `${field} ${fault}` }];
  });
}

function targetFault(field: RequiredField, value: string, bareHostName: boolean): string | undefined {
  if (field === 'host') {
    return isHostName(value) || isIpAddress(value) ? undefined : 'must be a host name or an IP address';
  }
  if (field !== 'url' || isHttpUrl(value) || (bareHostName && isHostName(value))) return undefined;
  const url = 'must be an absolute http or https URL';
  return bareHostName ? `${url}, or a host name` : url;
}
