import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import {
  DockerfileParser,
  type Cmd,
  type Copy,
  type Entrypoint,
  type From,
  type Label,
  type Workdir,
} from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

const text = readFileSync(inRepository('deploy/Dockerfile'), 'utf8');
const dockerfile = DockerfileParser.parse(text);

interface Stage {
  readonly name: string | null;
  readonly base: string;
  readonly instructions: ReturnType<typeof dockerfile.getInstructions>;
}

const stages: readonly Stage[] = dockerfile.getFROMs().map((from: From, index, all) => {
  const first = from.getRange().start.line;
  const last = all[index + 1]?.getRange().start.line ?? Number.MAX_SAFE_INTEGER;
  const instructions = dockerfile.getInstructions().filter((each) => {
    const { line } = each.getRange().start;
    return line > first && line < last;
  });
  return { name: from.getBuildStage(), base: from.getImage() ?? '', instructions };
});

const last = stages.at(-1);
const stageNamed = (name: string): Stage => {
  const found = stages.find((stage) => stage.name === name);
  if (found === undefined) throw new Error(`There is no stage ${name}`);
  return found;
};

/** The stage and everything that it is built on. */
const lineage = (stage: Stage): Stage[] => {
  const parent = stages.find(({ name }) => name === stage.base);
  return [stage, ...(parent === undefined ? [] : lineage(parent))];
};

describe('the Dockerfile', () => {
  it('has no fault that a linter knows', () => {
    expect(validate(text)).toEqual([]);
  });

  it('has a runtime stage for each service, and picks it by the build argument', () => {
    const runtimes = stages.flatMap(({ name }) => /^runtime-(.+)$/.exec(name ?? '')?.[1] ?? []);
    expect(runtimes.toSorted()).toEqual([...SERVICES].toSorted());
    expect(last?.base).toBe('runtime-${SERVICE}');
    expect(dockerfile.getInitialARGs().map((arg) => arg.getProperty()?.getName())).toContain('SERVICE');
  });

  it('runs the Node that the tests run on', () => {
    const { devDependencies } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const arg = dockerfile.getInitialARGs().find((each) => each.getProperty()?.getName() === 'NODE_VERSION');
    expect(arg?.getProperty()?.getValue()).toBe(devDependencies['node']);
  });

  it('ships a base without shell, package manager or tools, and runs nothing in it while building', () => {
    for (const service of SERVICES) {
      const ancestors = lineage(stageNamed(`runtime-${service}`));
      expect(ancestors.at(-1)?.base).toBe('gcr.io/distroless/cc-debian13:nonroot');
      const run = [...ancestors, ...(last === undefined ? [] : [last])].flatMap(({ instructions }) =>
        instructions.filter((each) => each.getKeyword() === 'RUN'),
      );
      expect(run).toEqual([]);
    }
  });

  it('says in its labels what it is, of which version and commit, from where and under which licence', () => {
    const labels = (last?.instructions ?? [])
      .filter((each): each is Label => each.getKeyword() === 'LABEL')
      .flatMap((each) => each.getProperties().map((property) => [property.getName(), property.getValue()]));
    expect(Object.fromEntries(labels)).toEqual({
      'org.opencontainers.image.title': 'vedette-${SERVICE}',
      'org.opencontainers.image.version': '${VERSION}',
      'org.opencontainers.image.revision': '${REVISION}',
      'org.opencontainers.image.source': '${SOURCE}',
      'org.opencontainers.image.created': '${CREATED}',
      'org.opencontainers.image.licenses': 'Apache-2.0',
    });
  });

  it('takes programs from stages of the wanted architecture, and from the builder only what has none', () => {
    const platformOf = (from: From): string | null => from.getPlatformFlag()?.getValue() ?? null;
    const byStage = new Map(dockerfile.getFROMs().map((from) => [from.getBuildStage(), platformOf(from)]));
    expect(byStage.get('build')).toBe('$BUILDPLATFORM');
    const pinned = [...byStage].filter(([, platform]) => platform !== null);
    expect(pinned.map(([name]) => name)).toEqual(['build']);
    expect(stageNamed('service').base).toBe('build');
    const copied = stages.flatMap(({ name, instructions }) =>
      instructions
        .filter((each): each is Copy => each.getKeyword() === 'COPY')
        .flatMap((each) => {
          const from = each.getFromFlag()?.getValue();
          return from === undefined || from === null
            ? []
            : [{ name, from, source: each.getArguments()[0]?.getValue() }];
        }),
    );
    // The test of the contents shows that what comes from the builder holds no program of one architecture.
    expect(copied).toEqual([
      { name: 'runtime', from: 'node', source: '/usr/local/bin/node' },
      { name: 'runtime-checker-worker', from: 'ping', source: '/out/' },
      { name: null, from: 'service', source: '/out/' },
    ]);
  });

  it('gives ping to the worker alone, copied so that its file capability is lost', () => {
    const withPing = stages.filter(({ instructions }) =>
      instructions.some((each) => each.getKeyword() === 'COPY' && (each as Copy).getFromFlag()?.getValue() === 'ping'),
    );
    expect(withPing.map(({ name }) => name)).toEqual(['runtime-checker-worker']);
    const install = stageNamed('ping').instructions.find((each) => each.getKeyword() === 'RUN');
    const command = install?.getRawArgumentsContent() ?? '';
    expect(command).toContain('cp /usr/bin/ping /out/usr/bin/ping');
    expect(command).not.toMatch(/--preserve|--archive|cp -a|setcap/);
  });

  it('runs as a numeric user that is not root, in a directory named like the service', () => {
    const instructions = last?.instructions ?? [];
    const argumentsOf = (keyword: string): string =>
      instructions.find((each) => each.getKeyword() === keyword)?.getArgumentsContent() ?? '';
    expect(argumentsOf('USER')).toBe('65532:65532');
    const workdir = instructions.find((each) => each.getKeyword() === 'WORKDIR') as Workdir | undefined;
    expect(workdir?.getPath()).toBe('/srv/${SERVICE}');
    const entrypoint = instructions.find((each) => each.getKeyword() === 'ENTRYPOINT') as Entrypoint | undefined;
    const cmd = instructions.find((each) => each.getKeyword() === 'CMD') as Cmd | undefined;
    expect(entrypoint?.getJSONStrings().map((each) => each.getJSONValue())).toEqual(['/usr/local/bin/node']);
    expect(cmd?.getJSONStrings().map((each) => each.getJSONValue())).toEqual(['bundle/main.js']);
  });

  it('copies only what exists in the repository or in an earlier stage', () => {
    const sources = stages.flatMap(({ instructions }) =>
      instructions
        .filter((each) => each.getKeyword() === 'COPY')
        .flatMap((each) => {
          const from = (each as Copy).getFromFlag()?.getValue();
          if (from !== undefined && from !== null) return stages.some(({ name }) => name === from) ? [] : [from];
          return each
            .getArguments()
            .slice(0, -1)
            .map((argument) => argument.getValue());
        }),
    );
    expect(sources.filter((path) => !existsSync(inRepository(path)))).toEqual([]);
  });
});

describe('the build context', () => {
  const lines = readFileSync(inRepository('deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('starts from nothing and lets in only paths that exist', () => {
    expect(lines[0]).toBe('*');
    const letIn = lines.filter((line) => line.startsWith('!') && !line.includes('*'));
    expect(letIn.filter((line) => !existsSync(inRepository(line.slice(1))))).toEqual([]);
  });

  it('holds the manifest of every workspace package, without which the lockfile does not fit', () => {
    const letIn = new Set(lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1)));
    const { packages } = parse(readFileSync(inRepository('pnpm-workspace.yaml'), 'utf8')) as { packages: string[] };
    const directories = packages.map((glob) => glob.replace(/\/\*$/, ''));
    const isLetIn = (path: string): boolean => letIn.has(path) || letIn.has(`${path}/package.json`);
    expect(directories.filter((path) => !isLetIn(path))).toEqual([]);
  });
});
