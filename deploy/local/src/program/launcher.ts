// Decides which ancestors of this process were started only to start it: when one of them ends, this process must too.

const PACKAGE_MANAGER = /^(npm|npx|pnpm|corepack)\b/;

/**
 * The number of ancestors that are launchers, from their command lines, the nearest first. Package managers run scripts
 * in a shell, so a shell below one is a launcher too; the shell above them all belongs to the user, who may leave it.
 */
export function countLaunchers(ancestors: readonly (readonly string[])[]): number {
  const end = ancestors.findIndex((words) => !isPackageManager(words) && !isScriptShell(words));
  const candidates = end === -1 ? ancestors : ancestors.slice(0, end);
  return candidates.findLastIndex((words) => isPackageManager(words)) + 1;
}

function isPackageManager([program = '', ...args]: readonly string[]): boolean {
  const name = baseName(program);
  if (name === 'node' || name === 'nodejs') return args.some((word) => PACKAGE_MANAGER.test(baseName(word)));
  return PACKAGE_MANAGER.test(name);
}

function isScriptShell([program = '', flag]: readonly string[]): boolean {
  return ['sh', 'dash', 'bash'].includes(baseName(program)) && flag === '-c';
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
