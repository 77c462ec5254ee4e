import { readFileSync } from 'node:fs';
import type { ByteRange } from '../../functions/aws/s3.ts';
import { inspectBytes } from '../../functions/documents/inspect-bytes.ts';
import type { DocumentContentType } from '../../functions/documents/model.ts';

/** A real file of a few kilobytes, as a camera's or an office's program wrote it. */
export const fileOf = (name: string): Buffer => readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url));

/** A real file for a type of document: papers of the post are PDFs, all else photographs. */
export const documentFor = (type: string | undefined) =>
  type === 'proof_of_address' || type === 'company_registration'
    ? { type: 'application/pdf', bytes: fileOf('address.pdf') }
    : { type: 'image/jpeg', bytes: fileOf('passport.jpg') };

/** What inspection finds in bytes, and which ranges it read of them. */
export const inspected = async (bytes: Buffer, content_type: DocumentContentType) => {
  const ranges: ByteRange[] = [];
  const finding = await inspectBytes({ content_type, size_bytes: bytes.length }, async (range) => {
    ranges.push(range);
    return bytes.subarray(range.first, range.last + 1);
  });
  return { ...finding, ranges };
};

/** A JPEG with so many bytes of metadata between its beginning and its frame, as cameras put there. */
export const withMetadata = (jpeg: Buffer, length: number): Buffer => {
  const segments: Buffer[] = [];
  for (let left = length; left > 0; left -= segment_bytes_max) {
    const bytes = Math.max(2, Math.min(left, segment_bytes_max));
    const segment = Buffer.alloc(2 + bytes, 0xd9);
    segment.writeUInt16BE(0xffe2, 0);
    segment.writeUInt16BE(bytes, 2);
    segments.push(segment);
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
};

const segment_bytes_max = 65_535;

/** A JPEG that is longer by so much of a scan: what a larger photograph would have between its ends. */
export const withLongScan = (jpeg: Buffer, length: number): Buffer =>
  Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(length, 0x55), jpeg.subarray(-2)]);

/** A PDF of so many bytes whose table of objects stands at its beginning, before all that fills it. */
export const linearized = (trailer: string, length: number): Buffer => {
  const table = `%PDF-1.7\n10 0 obj\n<< /Type /XRef /Size 1 ${trailer} >>\nstream\n\nendstream\nendobj\n`;
  const end = '\nstartxref\n9\n%%EOF\n';
  return Buffer.from(`${table}${' '.repeat(Math.max(0, length - table.length - end.length))}${end}`);
};
