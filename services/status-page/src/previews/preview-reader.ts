import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { Rendition } from '../render/rendition.ts';
import { hashPreviewToken, isPreviewToken } from './preview-token.ts';
import { PreviewRepository } from './preview.repository.ts';

/** Anybody may ask for previews: whoever guesses addresses must not take the connections of the database from others. */
const READ_AT_ONCE = 4;

/** Finds the preview at an address. */
@Injectable()
export class PreviewReader {
  #reading = 0;

  constructor(
    private readonly host: Host,
    private readonly previews: PreviewRepository,
  ) {}

  async read(token: string): Promise<Rendition | 'unknown' | 'unavailable'> {
    if (!isPreviewToken(token)) return 'unknown';
    if (this.#reading >= READ_AT_ONCE) return 'unavailable';
    this.#reading += 1;
    try {
      const html = await this.previews.find(hashPreviewToken(token));
      return html === undefined ? 'unknown' : new Rendition('text/html; charset=utf-8', html);
    } catch (error) {
      this.host.logger.warn({ error }, 'a preview could not be read');
      return 'unavailable';
    } finally {
      this.#reading -= 1;
    }
  }
}
