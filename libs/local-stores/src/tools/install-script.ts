// Decides how missing programs are installed: from which packages, and without a daemon of the distribution being started.
import { TOOLS, type ToolName } from './find-tool.ts';

/** What to do on a machine without apt-get. */
export function withoutAptGet(missing: readonly ToolName[]): string {
  return `${areMissing(missing)}, and there is no apt-get to install from: install ${titlesOf(missing)} by hand.`;
}

/** What to do as a user who cannot become root. */
export function withoutRoot(missing: readonly ToolName[]): string {
  return `${areMissing(missing)}, and installing needs root: run \`${mendingCommand(missing)}\`, then start again.`;
}

function areMissing(names: readonly ToolName[]): string {
  return `${titlesOf(names)} ${names.length === 1 ? 'is' : 'are'} missing`;
}

export function titlesOf(names: readonly ToolName[]): string {
  const titles = names.map((name) => TOOLS[name].title);
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1) ?? ''}`;
}

export function mendingCommand(missing: readonly ToolName[]): string {
  return `sudo apt-get update && sudo apt-get install -y ${missing.map(packageToInstall).join(' ')}`;
}

/**
 * The packages' own services must neither start now nor at the next boot, since only the programs are wanted. dpkg asks
 * policy-rc.d before it starts anything; ours refuses only while this script lives, so a killed installation blocks nothing.
 */
export function installScript(missing: readonly ToolName[]): string {
  const units = missing.flatMap((name) => TOOLS[name].unit ?? []);
  return `
set -e
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
cluster=/etc/postgresql-common/createcluster.d/vedette.conf
ours=
clean() { if [ -n "$ours" ]; then rm -f "$policy"; fi; rm -f "$cluster"; }
trap clean EXIT
trap 'exit 1' INT TERM HUP
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\\nkill -0 %s 2>/dev/null && exit 101\\nrm -f "$0"\\nexit 0\\n' "$$" > "$policy"
  chmod 755 "$policy"
  ours=yes
fi
${missing.includes('postgres') ? `mkdir -p "\${cluster%/*}"\nprintf 'create_main_cluster = false\\n' > "$cluster"` : ''}
apt-get -q -o DPkg::Lock::Timeout=120 update
apt-get -q -o DPkg::Lock::Timeout=120 install -y --no-install-recommends ${missing.map(packageToInstall).join(' ')}
for unit in ${units.join(' ')}; do
  systemctl --quiet disable "$unit" >/dev/null 2>&1 || true
  update-rc.d "$unit" disable >/dev/null 2>&1 || true
done
`;
}

/** The package as a word for the shell, which looks whether the distribution has it. */
function packageToInstall(name: ToolName): string {
  const { package: wanted, fallbackPackage } = TOOLS[name];
  if (fallbackPackage === undefined) return wanted;
  return `$(apt-cache show ${wanted} >/dev/null 2>&1 && echo ${wanted} || echo ${fallbackPackage})`;
}
