// Shows an alert as a mail: a plain part and an HTML part with the same content.

import type { AlertMessage } from './alert-message.ts';

export interface AlertEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const COLOURS = { OPENED: '#b3261e', RESOLVED: '#1b6e3c' } as const;

export function alertEmail(message: AlertMessage): AlertEmail {
  const subject = `${message.kind === 'OPENED' ? 'DOWN' : 'RESOLVED'}: ${message.headline}`;
  return { subject, text: textOf(message), html: htmlOf(message) };
}

function textOf({ headline, facts, evidence }: AlertMessage): string {
  const width = Math.max(...facts.map(({ label }) => label.length)) + 1;
  const lines = facts.map(({ label, value }) => `${`${label}:`.padEnd(width)} ${value}`);
  const attempts = evidence.length === 0 ? [] : ['', 'Failed attempts:', ...evidence.map((line) => `- ${line}`)];
  return [`${headline}.`, '', ...lines, ...attempts, ''].join('\n');
}

function htmlOf({ kind, headline, facts, evidence }: AlertMessage): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th scope="row" style="text-align:left;vertical-align:top;padding:2px 16px 2px 0;color:#5f6368;font-weight:normal">${escaped(label)}</th><td style="padding:2px 0">${escaped(value)}</td></tr>`,
  );
  const attempts =
    evidence.length === 0
      ? ''
      : `<h2 style="font-size:15px;margin:20px 0 6px">Failed attempts</h2><ul style="margin:0;padding-left:20px">${evidence.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(headline)}</title></head>`,
    '<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#202124;background:#ffffff">',
    `<h1 style="font-size:20px;margin:0 0 16px;padding-left:12px;border-left:4px solid ${COLOURS[kind]}">${escaped(headline)}</h1>`,
    `<table style="border-collapse:collapse">${rows.join('')}</table>`,
    attempts,
    '</body></html>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
