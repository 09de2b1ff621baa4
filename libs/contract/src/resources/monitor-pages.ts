import { Type, type Static } from 'typebox';
import { statusPageSchema } from './status-page.ts';

const { id, name, slug, url, published } = statusPageSchema.properties;

export const monitorStatusPageSchema = Type.Object(
  {
    id,
    name,
    slug,
    url,
    published,
    componentName: Type.String({ description: 'What the page calls the monitor.' }),
  },
  { title: 'MonitorStatusPage', description: 'A status page that shows a monitor.' },
);

export type MonitorStatusPage = Static<typeof monitorStatusPageSchema>;
