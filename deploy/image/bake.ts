// Decides how `docker buildx bake` builds the images of all services: stages that they share are built once.

export interface ImageOptions {
  /** Registry and path before the name of a service, such as registry.example.com/vedette. */
  readonly prefix: string;
  readonly version: string;
  /** The commit that the images are built from. */
  readonly revision: string;
  /** The time of that commit: building it again gives the same labels. */
  readonly committedAt: Date;
  /** Where the source can be found. */
  readonly source: string;
  /** Such as linux/arm64; none: the one that Docker runs on. */
  readonly platforms: readonly string[];
  readonly push: boolean;
}

export interface BakeTarget {
  readonly context: string;
  readonly dockerfile: string;
  readonly args: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly platforms?: readonly string[];
  readonly output: readonly string[];
}

export interface BakeDefinition {
  readonly group: { readonly default: { readonly targets: readonly string[] } };
  readonly target: Readonly<Record<string, BakeTarget>>;
}

/** The architectures that every part of an image exists for: Node, the base, and ping. */
export const PLATFORMS = ['linux/amd64', 'linux/arm64'];

/** What is wrong with the options, in words for the person who gave them. */
export function optionFaults({ platforms, push }: Pick<ImageOptions, 'platforms' | 'push'>): string[] {
  const unknown = platforms.filter((platform) => !PLATFORMS.includes(platform));
  return [
    ...unknown.map((platform) => `There are no images for ${platform}; there are for ${PLATFORMS.join(' and ')}.`),
    ...(platforms.length > 1 && !push ? ['Images for several platforms go to a registry: add --push.'] : []),
  ];
}

export function bakeDefinition(services: readonly string[], options: ImageOptions): BakeDefinition {
  const { prefix, version, revision, committedAt, source, platforms, push } = options;
  const common = {
    VERSION: version,
    REVISION: revision,
    SOURCE: source,
    CREATED: committedAt.toISOString(),
    // BuildKit takes the image's own creation time from this.
    SOURCE_DATE_EPOCH: String(Math.floor(committedAt.getTime() / 1_000)),
  };
  const targets = services.map((service): [string, BakeTarget] => [
    service,
    {
      context: '.',
      dockerfile: 'deploy/Dockerfile',
      args: { SERVICE: service, ...common },
      tags: [`${prefix}/${service}:${version}`],
      ...(platforms.length > 0 && { platforms }),
      output: [push ? 'type=registry' : 'type=docker'],
    },
  ]);
  return { group: { default: { targets: [...services] } }, target: Object.fromEntries(targets) };
}
