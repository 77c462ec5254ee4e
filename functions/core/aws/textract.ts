import {
  BadDocumentException,
  DetectDocumentTextCommand,
  DocumentTooLargeException,
  TextractClient,
  UnsupportedDocumentException,
} from '@aws-sdk/client-textract';
import { pictureClientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

/** A line of text as it was read, and how sure the reader is, 0 to 100. */
export type TextLine = { readonly text: string; readonly confidence: number };

/** Reads printed text. Permissions `pictures: ['read_text']`. */
export type TextReader = {
  /**
   * The lines of a picture or of a PDF of one page, from top to bottom. `unreadable`: it is damaged. `not_taken`: it is of
   * another format, or has more pages.
   */
  readText(bytes: Uint8Array): Promise<readonly TextLine[] | 'unreadable' | 'not_taken'>;
};

/** The largest picture of a request, in bytes: the set quota of Textract's synchronous operations. */
export const text_bytes_max = 10 * 1024 * 1024;

/** Textract, which keeps nothing of a synchronous request. */
export const textract = (): TextReader => {
  const client = bounded(new TextractClient(pictureClientSettings));
  return {
    readText: async (Bytes) => {
      try {
        const { Blocks = [] } = await client.send(
          new DetectDocumentTextCommand({ Document: { Bytes } }),
        );
        return Blocks.filter(({ BlockType }) => BlockType === 'LINE').map(
          ({ Text = '', Confidence = 0 }) => ({
            text: Text,
            confidence: Confidence,
          }),
        );
      } catch (error) {
        if (error instanceof BadDocumentException) return 'unreadable';
        if (
          error instanceof UnsupportedDocumentException ||
          error instanceof DocumentTooLargeException
        )
          return 'not_taken';
        throw error;
      }
    },
  };
};
