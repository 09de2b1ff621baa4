// pnpm runs this before it installs anything, on whatever Node.js the machine has: plain syntax only.
const major = Number(process.versions.node.split('.')[0]);

if (major < 20) {
  process.stderr.write(
    'Vedette needs Node.js 20 or newer, and this is ' +
      process.versions.node +
      ': install a newer one, then run the same command again.\n',
  );
  process.exitCode = 1;
}
