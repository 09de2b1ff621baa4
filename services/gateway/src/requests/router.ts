// Decides which operation a method and a path name, by an exact match.
import type { Contract, Method, Operation } from '@vedette/contract';

export type Match =
  | { kind: 'operation'; operation: Operation; params: Readonly<Record<string, string>> }
  | { kind: 'method'; allowed: readonly string[] }
  | { kind: 'none' };

interface Node {
  readonly children: Map<string, Node>;
  readonly operations: Map<Method, Operation>;
  parameter: { readonly name: string; readonly node: Node } | undefined;
}

const METHOD_ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The routes of a contract as a tree of path segments. Parameters are matched while still percent-encoded. */
export class Router {
  readonly #root: Node = newNode();

  constructor(contract: Contract) {
    for (const operation of contract.operations) {
      let node = this.#root;
      for (const segment of operation.path.split('/').slice(1)) node = childOf(node, segment);
      node.operations.set(operation.method, operation);
    }
  }

  match(method: string, path: string): Match {
    const params: Record<string, string> = {};
    let node: Node = this.#root;
    // Without an array of all segments, which costs more than the rest.
    for (let slash = path.indexOf('/'); slash !== -1;) {
      const end = path.indexOf('/', slash + 1);
      const segment = path.slice(slash + 1, end === -1 ? undefined : end);
      slash = end;
      const next = node.children.get(segment);
      if (next !== undefined) node = next;
      else if (node.parameter !== undefined && segment !== '') {
        params[node.parameter.name] = segment;
        node = node.parameter.node;
      } else return { kind: 'none' };
    }
    if (node.operations.size === 0) return { kind: 'none' };
    const operation = operationOf(node, method);
    if (operation !== undefined) return { kind: 'operation', operation, params };
    return { kind: 'method', allowed: METHOD_ORDER.filter((each) => operationOf(node, each) !== undefined) };
  }
}

/** HEAD is served wherever GET is. */
function operationOf(node: Node, method: string): Operation | undefined {
  return node.operations.get(method === 'HEAD' ? 'GET' : (method as Method));
}

function newNode(): Node {
  return { children: new Map(), operations: new Map(), parameter: undefined };
}

function childOf(node: Node, segment: string): Node {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.parameter ??= { name, node: newNode() };
    return node.parameter.node;
  }
  const child = node.children.get(segment) ?? newNode();
  node.children.set(segment, child);
  return child;
}
