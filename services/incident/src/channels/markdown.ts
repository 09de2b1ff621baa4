// Decides how a text of a customer is written into Markdown so that it stays a text: no link, no mention, no emphasis.

export function plainMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_~|[\]()<>#]/g, String.raw`\$&`);
}
