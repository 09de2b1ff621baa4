// Decides in which encoding an answer is sent, and whether the client already has it.

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** The smallest encoding that the client accepts; a quality of 0 refuses an encoding. */
export function encodingFor(acceptEncoding: string | undefined): ContentEncoding {
  if (acceptEncoding === undefined) return 'identity';
  if (accepts(acceptEncoding, 'br')) return 'br';
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : 'identity';
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';');
    return (
      name.trim().toLowerCase() === encoding && !parameters.some((each) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(each))
    );
  });
}

/** True if the client already has this version. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((each) => opaque(each) === opaque(etag));
}

function opaque(etag: string): string {
  return etag.trim().replace(/^W\//, '');
}
