// Holds pods against the profile "restricted" of the Pod Security Standards, as a namespace that enforces it would.

import type { Manifest } from './manifest.ts';

type Fields = Readonly<Record<string, unknown>>;

const VOLUMES = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

/** The safe ones of Kubernetes 1.30. */
const SYSCTLS = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_syncookies',
]);

const fieldsOf = (value: unknown): Fields => (value ?? {}) as Fields;
const listOf = (value: unknown): readonly Fields[] => (value ?? []) as readonly Fields[];
const namesIn = (value: unknown): readonly string[] => (value ?? []) as readonly string[];

/** The pod that a workload makes, or undefined for a document that makes none by itself. */
export function podOf({ spec }: Manifest): Fields | undefined {
  const { template } = fieldsOf(spec);
  const pod = fieldsOf(template)['spec'];
  return pod === undefined ? undefined : fieldsOf(pod);
}

/** Everything for which admission would refuse the pod. */
export function restrictedFaults(pod: Fields): string[] {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((kind) => listOf(pod[kind]));
  const ofPod = fieldsOf(pod['securityContext']);
  return [
    ...['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => pod[field] === true),
    ...listOf(pod['volumes']).flatMap(volumeFaults),
    ...listOf(ofPod['sysctls'])
      .map(({ name }) => String(name))
      .filter((name) => !SYSCTLS.has(name))
      .map((name) => `sysctl ${name}`),
    ...sharedFaults(ofPod),
    ...containers.flatMap((each) => containerFaults(each, ofPod).map((fault) => `${String(each['name'])}: ${fault}`)),
  ];
}

function volumeFaults(volume: Fields): string[] {
  const kinds = Object.keys(volume).filter((key) => key !== 'name');
  return kinds.filter((kind) => !VOLUMES.has(kind)).map((kind) => `volume of kind ${kind}`);
}

function containerFaults(container: Fields, ofPod: Fields): string[] {
  const own = fieldsOf(container['securityContext']);
  const { add, drop } = fieldsOf(own['capabilities']);
  const seccomp = fieldsOf(own['seccompProfile'] ?? ofPod['seccompProfile'])['type'];
  return [
    ...(own['privileged'] === true ? ['privileged'] : []),
    ...(own['allowPrivilegeEscalation'] === false ? [] : ['allowPrivilegeEscalation is not false']),
    ...((own['runAsNonRoot'] ?? ofPod['runAsNonRoot']) === true ? [] : ['runAsNonRoot is not true']),
    ...(namesIn(drop).includes('ALL') ? [] : ['not all capabilities are dropped']),
    ...namesIn(add)
      .filter((capability) => capability !== 'NET_BIND_SERVICE')
      .map((capability) => `capability ${capability}`),
    ...(seccomp === 'RuntimeDefault' || seccomp === 'Localhost' ? [] : ['no seccomp profile']),
    ...(own['procMount'] === undefined || own['procMount'] === 'Default' ? [] : ['procMount']),
    ...listOf(container['ports'])
      .map(({ hostPort = 0 }) => Number(hostPort))
      .filter((hostPort) => hostPort !== 0)
      .map((hostPort) => `host port ${hostPort}`),
    ...sharedFaults(own),
  ];
}

/** Fields that pods and containers have alike. */
function sharedFaults(context: Fields): string[] {
  const { type = '', user = '', role = '' } = fieldsOf(context['seLinuxOptions']) as Record<string, string>;
  return [
    ...(context['runAsUser'] === 0 ? ['runAsUser is 0'] : []),
    ...(['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'].includes(type)
      ? []
      : ['SELinux type']),
    ...(user === '' && role === '' ? [] : ['SELinux user or role']),
    ...(fieldsOf(context['appArmorProfile'])['type'] === 'Unconfined' ? ['AppArmor is off'] : []),
    ...(fieldsOf(context['seccompProfile'])['type'] === 'Unconfined' ? ['seccomp is off'] : []),
    ...(fieldsOf(context['windowsOptions'])['hostProcess'] === true ? ['hostProcess'] : []),
  ];
}
