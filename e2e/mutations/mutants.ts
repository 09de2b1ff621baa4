import { parseSync } from '@swc/core';

/** One changed condition of a source file. */
export interface Mutant {
  /** From 1. */
  readonly line: number;
  /** The changed line before and after. */
  readonly before: string;
  readonly after: string;
  readonly source: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A node of the syntax tree; positions are bytes. */
interface Node {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly [field: string]: unknown;
}

/** Boundaries and opposites. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
};
const METHODS: Readonly<Record<string, string>> = { some: 'every', every: 'some', max: 'min', min: 'max' };

/** Every mutant of the source: one condition each is turned round, moved by a boundary, or always true or false. */
export function mutantsOf(source: string): Mutant[] {
  const bytes = Buffer.from(source);
  // Positions count from wherever the parser left off; the first token shows where that is.
  const program = parseSync(`;${source}`, { syntax: 'typescript', target: 'es2024' }) as unknown as Node;
  const origin = program.span.start + 1;
  const edits: Edit[] = [];
  visit(program, (node) => {
    edits.push(...editsOf(node, bytes, origin));
  });
  const unique = new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit]));
  return [...unique.values()].toSorted((one, other) => one.start - other.start).map((edit) => mutantOf(bytes, edit));
}

function visit(value: unknown, act: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, act);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) {
    if (value.type.startsWith('Ts') && !('expression' in value)) return;
    act(value);
  }
  for (const each of Object.values(value)) visit(each, act);
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string' && 'span' in value;
}

function editsOf(node: Node, bytes: Buffer, origin: number): Edit[] {
  const at = (of: unknown): { start: number; end: number } => {
    const { span } = of as Node;
    return { start: span.start - origin, end: span.end - origin };
  };
  switch (node.type) {
    case 'BinaryExpression': {
      const operator = String(node['operator']);
      const from = at(node['left']).end;
      const start = from + bytes.subarray(from, at(node['right']).start).indexOf(operator);
      return (OPERATORS[operator] ?? []).map((text) => ({ start, end: start + operator.length, text }));
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? [{ start: at(node).start, end: at(node).start + 1, text: '' }] : [];
    case 'IfStatement':
    case 'ConditionalExpression':
      return [
        { ...at(node['test']), text: 'true' },
        { ...at(node['test']), text: 'false' },
      ];
    case 'BooleanLiteral':
      return [{ ...at(node), text: String(node['value'] !== true) }];
    case 'MemberExpression': {
      const property = node['property'] as Node;
      const text = METHODS[String(property['value'])];
      return text === undefined || property.type !== 'Identifier' ? [] : [{ ...at(property), text }];
    }
    default:
      return [];
  }
}

function mutantOf(bytes: Buffer, { start, end, text }: Edit): Mutant {
  const head = bytes.subarray(0, start).toString();
  const source = `${head}${text}${bytes.subarray(end).toString()}`;
  const line = head.split('\n').length;
  const lineOf = (whole: string): string => (whole.split('\n')[line - 1] ?? '').trim();
  return { line, before: lineOf(bytes.toString()), after: lineOf(source), source };
}
