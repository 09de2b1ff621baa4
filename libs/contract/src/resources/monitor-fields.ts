// Decides which fields a type of monitor needs, and what its target must look like.

import type { TextForm } from '../faults/fault-reason.ts';
import type { Fault } from '../faults/fault.ts';
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
export function monitorFaults(monitor: MonitorFields): Fault[] {
  const { type } = monitor;
  if (type === undefined) return [];
  const { required, bareHostName } = NEEDS[type];
  return required.flatMap((field): Fault | Fault[] => {
    const value = monitor[field];
    if (value === undefined || value === null || value === '') {
      return { path: [field], reason: { tag: 'required', monitorType: type } };
    }
    const form = typeof value === 'string' ? formMissed(field, value, bareHostName) : undefined;
    return form === undefined ? [] : { path: [field], reason: { tag: 'form', form } };
  });
}

/** The form that the field must have, if its value does not have it. */
function formMissed(field: RequiredField, value: string, bareHostName: boolean): TextForm | undefined {
  if (field === 'host') return isHostName(value) || isIpAddress(value) ? undefined : 'host';
  if (field !== 'url' || isHttpUrl(value) || (bareHostName && isHostName(value))) return undefined;
  return bareHostName ? 'http-url-or-host-name' : 'http-url';
}
