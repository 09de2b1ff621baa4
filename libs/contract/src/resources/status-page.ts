import { Type, type Static } from 'typebox';
import { changeBody, choice, creationBody, nullable, timestamp } from '../schema.ts';

export const STATUS_PAGE_STATES = ['OPERATIONAL', 'DEGRADED', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE', 'MAINTENANCE'] as const;
export const STATUS_PAGE_THEMES = ['SYSTEM', 'LIGHT', 'DARK'] as const;

const ABOUT = {
  name: 'The heading of the page.',
  slug: 'The name of the page in its public address, unique in the whole service: 1 to 63 lowercase letters, digits and hyphens. Left out on create: made from the name.',
  description: 'A sentence or two under the heading.',
  customDomain:
    'A host name of your own on which the page is served too, once DNS proves that it is yours: by a TXT record `vedette=<id of the page>` at `_vedette.<customDomain>`, or by a CNAME from it to the host of `url` as long as no other page names it. DNS is asked as soon as it is set, then every 10 minutes until it is proven, then once a day.',
  customDomainVerified:
    'Whether the page is served on `customDomain`. A proof that is missing in DNS for 24 hours is lost; servers that do not answer never count as missing.',
  published: 'Whether the public can see the page; false answers 404 in public.',
  theme: 'The colours of the page; SYSTEM follows the visitor.',
  accentColor: 'The accent colour as `#rrggbb`.',
  logoUrl: 'An https address of a logo.',
  timezone: 'The IANA time zone of the dates on the page.',
  components:
    'What the page shows, in this order. A list that is sent replaces the whole one; ids are kept by monitor.',
  componentMonitorId: 'The monitor that decides the state of the component.',
  componentName: 'What the public calls it. Left out: the name of the monitor, following its renames.',
  componentDescription: 'What it does, for the public.',
  componentGroup: 'The heading under which it is listed.',
};

const componentFields = {
  monitorId: Type.String({ minLength: 1, description: ABOUT.componentMonitorId }),
  name: Type.String({ minLength: 1, maxLength: 120, description: ABOUT.componentName }),
  description: nullable(Type.String({ maxLength: 1000, description: ABOUT.componentDescription })),
  group: nullable(Type.String({ maxLength: 120, description: ABOUT.componentGroup })),
};

const componentInput = {
  fields: componentFields,
  required: ['monitorId'] as const,
  defaults: { description: null, group: null },
};

const componentInputSchema = creationBody({
  title: 'StatusPageComponentInput',
  description: 'A component as it is sent.',
  ...componentInput,
});

const fields = {
  name: Type.String({ minLength: 1, maxLength: 120, description: ABOUT.name }),
  slug: Type.Unsafe<string>({
    type: 'string',
    pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
    'x-rule': 'page-slug',
    description: ABOUT.slug,
  }),
  description: nullable(Type.String({ maxLength: 1000, description: ABOUT.description })),
  customDomain: nullable(Type.String({ maxLength: 253, description: ABOUT.customDomain })),
  published: Type.Boolean({ description: ABOUT.published }),
  theme: choice(STATUS_PAGE_THEMES, ABOUT.theme),
  accentColor: nullable(
    Type.Unsafe<string>({
      type: 'string',
      pattern: '^#[0-9a-fA-F]{6}$',
      'x-rule': 'colour',
      description: ABOUT.accentColor,
    }),
  ),
  logoUrl: nullable(Type.String({ maxLength: 2048, description: ABOUT.logoUrl })),
  timezone: Type.String({ minLength: 1, maxLength: 64, description: ABOUT.timezone }),
  components: Type.Array(componentInputSchema, { maxItems: 200, description: ABOUT.components }),
};

const DEFAULTS = {
  description: null,
  customDomain: null,
  published: true,
  theme: 'SYSTEM' as const,
  accentColor: null,
  logoUrl: null,
  timezone: 'UTC',
  components: [],
};

export const statusPageCreateSchema = creationBody({
  title: 'StatusPageCreate',
  description: 'A new status page.',
  fields,
  required: ['name'],
  defaults: DEFAULTS,
});

const componentSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the component.' }),
    monitorId: Type.String({ description: ABOUT.componentMonitorId }),
    name: Type.String({ description: ABOUT.componentName }),
    description: nullable(Type.String({ description: ABOUT.componentDescription })),
    group: nullable(Type.String({ description: ABOUT.componentGroup })),
  },
  { title: 'StatusPageComponent', description: 'A part of your service that the public can see the state of.' },
);

export const statusPageSchema = Type.Object(
  {
    id: Type.String({ description: 'The id of the status page.' }),
    name: Type.String({ description: ABOUT.name }),
    slug: Type.String({ description: ABOUT.slug }),
    description: nullable(Type.String({ description: ABOUT.description })),
    url: Type.String({ description: 'The public address of the page.' }),
    customDomain: nullable(Type.String({ description: ABOUT.customDomain })),
    customDomainVerified: Type.Boolean({ description: ABOUT.customDomainVerified }),
    published: Type.Boolean({ description: ABOUT.published }),
    state: choice(
      STATUS_PAGE_STATES,
      'Components in maintenance aside: all DOWN is MAJOR_OUTAGE, any DOWN PARTIAL_OUTAGE, any DEGRADED DEGRADED; PENDING and PAUSED do not count. An ongoing published incident raises it: MINOR to DEGRADED, MAJOR to PARTIAL_OUTAGE, CRITICAL to MAJOR_OUTAGE. Otherwise MAINTENANCE while any component is in a window, else OPERATIONAL.',
    ),
    theme: choice(STATUS_PAGE_THEMES, ABOUT.theme),
    accentColor: nullable(Type.String({ description: ABOUT.accentColor })),
    logoUrl: nullable(Type.String({ description: ABOUT.logoUrl })),
    timezone: Type.String({ description: ABOUT.timezone }),
    components: Type.Array(componentSchema, { description: 'What the page shows, in this order.' }),
    createdAt: timestamp('When the page was created.'),
    updatedAt: timestamp('When the page was last changed.'),
  },
  { title: 'StatusPage', description: 'A public page that shows the state of your services.' },
);

/** The path of previews on the address of the public pages, before the token of one. */
export const PREVIEW_PATH = '/_/previews/';

const OF_PAGE = 'The page whose incidents, maintenance and logo the preview shows; null: a new page.';

export const statusPagePreviewBody = creationBody({
  title: 'StatusPagePreviewCreate',
  description: 'A status page that is not stored: the fields of a new page.',
  fields: { ...fields, statusPageId: nullable(Type.String({ minLength: 1, description: OF_PAGE })) },
  required: ['name'],
  defaults: { ...DEFAULTS, statusPageId: null },
});

export const statusPagePreviewSchema = Type.Object(
  {
    url: Type.String({ description: 'The address of the preview. Only pages of the console can show it in a frame.' }),
    expiresAt: timestamp('When the address stops working.'),
  },
  { title: 'StatusPagePreview', description: 'A page as the public would see it.' },
);

/** A list of components is always replaced as a whole, so their defaults hold on PATCH too. */
const componentSentBackSchema = creationBody({
  title: 'StatusPageComponentSentBack',
  description: 'A component as it is sent, or sent back: its id is ignored.',
  ...componentInput,
  sentBack: componentSchema,
});

export const statusPageUpdateSchema = changeBody({
  title: 'StatusPageUpdate',
  fields: {
    ...fields,
    components: Type.Array(componentSentBackSchema, { maxItems: 200, description: ABOUT.components }),
  },
  resource: statusPageSchema,
});

export type StatusPage = Static<typeof statusPageSchema>;
export type StatusPageComponent = Static<typeof componentSchema>;
export type StatusPageCreate = Static<typeof statusPageCreateSchema>;
export type StatusPageUpdate = Static<typeof statusPageUpdateSchema>;
export type StatusPageState = (typeof STATUS_PAGE_STATES)[number];
export type StatusPageTheme = (typeof STATUS_PAGE_THEMES)[number];
