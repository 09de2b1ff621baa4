/** The kubeconfig of a control plane whose objects may all be deleted; undefined if there is none. */
export function labKubeconfig(): string | undefined {
  return process.env['KUBECONFIG_LAB'];
}

/** The environment of an operator, who has `kubectl` and `npx`. */
export function operatorEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
