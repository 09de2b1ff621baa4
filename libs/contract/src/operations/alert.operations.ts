import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { ORDINARY } from '../operation-bounds.ts';
import { alertSchema } from '../resources/alert.ts';
import { cursorPageOf, cursorQuery } from '../resources/pagination.ts';

const only = (what: string) => Type.String({ minLength: 1, maxLength: 64, description: `Only alerts ${what}.` });

export const alertOperations = {
  listAlerts: operation({
    ...ORDINARY,
    service: 'incident',
    tag: 'Alert contacts',
    credentials: ['session', 'key'],
    body: undefined,
    id: 'listAlerts',
    method: 'GET',
    path: '/api/console/v1/alerts',
    summary: 'List alerts',
    description:
      'Lists what was decided about each alert contact of each incident, newest first: told, held back or not told, and why. A decision that is taken again keeps its place. An id of another organization, or an unknown one, gives an empty list.',
    query: cursorQuery({
      incidentId: only('of this incident'),
      monitorId: only('of this monitor'),
      contactId: only('to this contact'),
    }),
    response: cursorPageOf('AlertList', alertSchema, 'newest first'),
  }),
};
