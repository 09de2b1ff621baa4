import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ContentEncoding } from '@vedette/service-host/negotiation';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** One file of the web app, in memory, in every encoding. */
export interface SiteFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Readonly<Record<ContentEncoding, Buffer>>;
}

/** The build has compressed the file: `.br` and `.gz` lie beside it. */
export function readSiteFile(path: string): SiteFile {
  return siteFile(extname(path), {
    identity: readFileSync(path),
    br: readFileSync(`${path}.br`),
    gzip: readFileSync(`${path}.gz`),
  });
}

/** A text that depends on the configuration, and is therefore compressed when the gateway starts. */
export function madeSiteFile(ending: '.html', text: string): SiteFile {
  const plain = Buffer.from(text);
  return siteFile(ending, { identity: plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) });
}

function siteFile(ending: string, { identity, br, gzip }: SiteFile['bytes']): SiteFile {
  const type = TYPES[ending];
  if (type === undefined) throw new Error(`A file of the console ends with ${ending}, which has no content type`);
  // Weak, because the compressed bytes are another representation of the same file.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { type, etag, bytes: { br, gzip, identity } };
}
