import { API_DESCRIPTION } from './description.ts';
import type { Edition } from './edition.ts';
import { operationExamples } from './operation-examples.ts';

export const keySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key of the organization.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same API key as a bearer token.' },
};

/** The document of the public API. */
export const publicEdition: Edition = {
  title: 'Vedette API',
  description: API_DESCRIPTION,
  security: [{ apiKey: [] }, { bearer: [] }],
  securitySchemes: keySchemes,
  examples: operationExamples,
  errorDescriptions: {},
  describesEvents: true,
};
