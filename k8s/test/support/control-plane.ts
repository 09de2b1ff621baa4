import { inRepository } from '@vedette/test-kit';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { operatorEnvironment } from './config.ts';

/** What a command printed. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** One object of the cluster, as far as the tests look. */
export interface LiveObject {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly generation?: number;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly replicas?: number; readonly nodeName?: string; readonly [field: string]: unknown };
}

/** The label of the nodes that `addNodes` makes. */
export const MADE_HERE = 'vedette/made-by-test';

/** A real API server, scheduler and controller manager. There is no kubelet: pods are scheduled and never run. */
export class ControlPlane {
  readonly #kubeconfig: string;
  readonly #directory: string;

  /** Commands run in the directory, which is the root of the repository or looks like it. */
  constructor(kubeconfig: string, directory = inRepository('')) {
    this.#kubeconfig = kubeconfig;
    this.#directory = directory;
  }

  kubectl(...args: readonly string[]): Promise<Output> {
    return this.#run('kubectl', args);
  }

  /** Runs the text as an operator's shell would, and fails as soon as one of its commands does. */
  shell(script: string): Promise<Output> {
    return this.#run('sh', ['-eu', '-c', script]);
  }

  apply(...documents: readonly object[]): Promise<Output> {
    return this.#run(
      'kubectl',
      ['apply', '-f', '-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: documents }),
    );
  }

  async list(namespace: string, kind: string, selector = ''): Promise<LiveObject[]> {
    const { stdout } = await this.kubectl('-n', namespace, 'get', kind, `--selector=${selector}`, '--output=json');
    return (JSON.parse(stdout) as { items: LiveObject[] }).items;
  }

  /** The node that every scheduled pod is on. */
  async places(namespace: string, selector: string): Promise<string[]> {
    return (await this.list(namespace, 'pods', selector)).flatMap(({ spec }) => spec.nodeName ?? []);
  }

  /** Nodes that say they are ready. No kubelet renews that, so it holds for less than a minute. */
  async addNodes(names: readonly string[], taints: readonly object[] = []): Promise<void> {
    await this.apply(
      ...names.map((name) => ({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name, labels: { 'kubernetes.io/hostname': name, [MADE_HERE]: 'true' } },
        spec: { taints },
      })),
    );
    const now = new Date().toISOString();
    const size = { cpu: '16', memory: '64Gi', pods: '110' };
    const ready = { type: 'Ready', status: 'True', reason: 'Test', lastHeartbeatTime: now, lastTransitionTime: now };
    const patch = JSON.stringify({ status: { capacity: size, allocatable: size, conditions: [ready] } });
    await Promise.all(names.map((name) => this.kubectl('patch', 'node', name, '--subresource=status', `-p=${patch}`)));
  }

  /** Without a kubelet nobody else ends pods that are on a node. */
  async forgetPods(namespace: string): Promise<void> {
    await this.kubectl('-n', namespace, 'delete', 'pods', '--all', '--force', '--grace-period=0');
  }

  async #run(command: string, args: readonly string[], input?: string): Promise<Output> {
    const env = { ...operatorEnvironment(), KUBECONFIG: this.#kubeconfig };
    const child = spawn(command, args, { cwd: this.#directory, env });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    // Commands without input may end before they read any.
    if (input !== undefined) child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
    return { stdout, stderr };
  }
}
