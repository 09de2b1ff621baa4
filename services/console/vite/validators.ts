import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { consoleContract, type Operation } from '@vedette/contract';
import type { Plugin } from 'vite';

const NAME = 'virtual:validators/';

/**
 * `virtual:validators/<operationId>` checks the body of an operation. It is code, compiled when the app is built: the
 * page may not make code from text.
 */
export function contractValidators(): Plugin {
  return {
    name: 'contract-validators',
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load: (id) => (id.startsWith(`\0${NAME}`) ? validatorOf(id.slice(NAME.length + 1)) : null),
  };
}

function validatorOf(operationId: string): string {
  const operation = consoleContract.operations.find(({ id }) => id === operationId);
  if (operation?.body === undefined) throw new Error(`${operationId} is no operation with a body`);
  return withoutRequires(compile(operation));
}

function compile({ body }: Operation): string {
  // As the gateway compiles it, but for defaults: the server fills them in.
  const rules = { allErrors: true, verbose: true, strict: true, allowUnionTypes: true, validateSchema: false };
  const ajv = new Ajv2020({ ...rules, code: { source: true, esm: true } });
  // The pattern beside `x-timestamp` is checked here; whether the date exists is for the server to say.
  ajv.addVocabulary(['x-rule', 'x-timestamp']);
  return standalone.default(ajv, ajv.compile(body ?? {}));
}

/** Ajv counts characters with a module of its own, which it would load in the way of Node. */
function withoutRequires(code: string): string {
  const own = code.replaceAll('require("ajv/dist/runtime/ucs2length").default', '((text) => [...text].length)');
  if (own.includes('require(')) throw new Error('A validator needs a module that the browser does not have');
  return own;
}
