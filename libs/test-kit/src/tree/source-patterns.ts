import { parseSync } from '@swc/core';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { inRepository } from '../repository.ts';

export interface JudgedPattern {
  readonly source: string;
  readonly flags: string;
}

/** A regular expression that stands in the source. */
export interface SourcePattern extends JudgedPattern {
  readonly file: string;
}

export interface SourcePatterns {
  readonly written: readonly SourcePattern[];
  /** Files that build a pattern at run time, which cannot be judged from the source. */
  readonly composed: readonly string[];
}

type Node = Readonly<Record<string, unknown>>;

/** How JSON Schema, and with it Ajv, reads a `pattern`. */
const SCHEMA_FLAGS = 'u';
const TEXT_METHODS = new Set(['match', 'matchAll', 'search']);

/** All regular expressions of services and libs, and the patterns of their schemas, from the syntax trees. */
export function sourcePatterns(): SourcePatterns {
  const files = globSync('{services,libs}/*/src/**/*.{ts,tsx}', { cwd: inRepository('') }).filter(
    (file) => !file.includes('/generated/') && !file.endsWith('.spec.ts') && !file.endsWith('.d.ts'),
  );
  const found = files.map((file) => patternsIn(file, readFileSync(inRepository(file), 'utf8')));
  return {
    written: found.flatMap(({ written }) => written),
    composed: found.flatMap(({ composed }) => composed),
  };
}

/**
 * The worst-case cost of each pattern, in order: `safe` (bounded), `linear`, `polynomial`, `exponential`, or `unknown`
 * with the reason.
 */
export async function costsOf(patterns: readonly JudgedPattern[]): Promise<string[]> {
  const thread = new Worker(new URL('./pattern-judge.thread.ts', import.meta.url), { workerData: patterns });
  const [costs] = (await once(thread, 'message')) as [string[]];
  return costs;
}

export function patternsIn(file: string, text: string): SourcePatterns {
  const written: SourcePattern[] = [];
  const composed: string[] = [];
  const note = (source: string | undefined, flags = ''): void => {
    if (source === undefined) composed.push(file);
    else written.push({ file, source, flags });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    visitNode(value, note);
    Object.values(value).forEach(visit);
  };
  visit(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), decorators: true, target: 'es2024' }));
  return { written, composed };
}

function visitNode(node: Node, note: (source: string | undefined, flags?: string) => void): void {
  switch (node['type']) {
    case 'RegExpLiteral':
      return note(String(node['pattern']), String(node['flags']));
    case 'NewExpression':
    case 'CallExpression': {
      const [source, flags] = argumentsOf(node);
      if (nameOf(node['callee']) === 'RegExp') return note(textOf(source), textOf(flags));
      // A text that is searched for becomes a pattern, too.
      if (TEXT_METHODS.has(methodOf(node['callee']) ?? '') && isText(source)) return note(textOf(source));
      return undefined;
    }
    case 'KeyValueProperty':
      return nameOf(node['key']) === 'pattern' ? note(textOf(node['value']), SCHEMA_FLAGS) : undefined;
    case 'ObjectExpression': {
      const properties = Array.isArray(node['properties']) ? node['properties'] : [];
      return properties.some((property) => nameOf(property) === 'pattern') ? note(undefined) : undefined;
    }
    default:
      return undefined;
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function argumentsOf(node: Node): unknown[] {
  const list: unknown = node['arguments'];
  return Array.isArray(list) ? list.map((each: unknown) => (isNode(each) ? each['expression'] : undefined)) : [];
}

/** Of an identifier. */
function nameOf(value: unknown): string | undefined {
  return isNode(value) && value['type'] === 'Identifier' ? String(value['value']) : undefined;
}

function methodOf(callee: unknown): string | undefined {
  return isNode(callee) && callee['type'] === 'MemberExpression' ? nameOf(callee['property']) : undefined;
}

function isText(value: unknown): boolean {
  return isNode(value) && (value['type'] === 'StringLiteral' || value['type'] === 'TemplateLiteral');
}

/** Undefined for everything but a plain string. */
function textOf(value: unknown): string | undefined {
  return isNode(value) && value['type'] === 'StringLiteral' ? String(value['value']) : undefined;
}
