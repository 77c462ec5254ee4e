import type { DocumentBytes } from './document-bytes.ts';
import type { Dimensions } from './image.ts';

/**
 * The dimensions of a JPEG that is there to its end; undefined for any other. Cameras put previews and colour profiles of
 * more than a head's length before the frame, so the segments are followed from one to the next (ITU-T T.81, annex B).
 */
export const jpegDimensions = async (bytes: DocumentBytes): Promise<Dimensions | undefined> => {
  let frame: Dimensions | undefined;
  // Behind the marker that begins the image.
  for (let at = 2; at < bytes.size; ) {
    const segment = await bytes.at(at, segment_bytes);
    const marker = segment[1] ?? 0;
    if (segment[0] !== 0xff || segment.length < segment_bytes || marker === endOfImage) return undefined;
    if (isFrame(marker)) frame = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    if (marker === startOfScan) return frame && endsBehind(at, bytes) ? frame : undefined;
    at += marker === fill ? 1 : isBare(marker) ? 2 : 2 + segment.readUInt16BE(2);
  }
  return undefined;
};

/** Marker, length, precision, height and width of a frame: no segment before the scan that matters is shorter. */
const segment_bytes = 9;

const startOfScan = 0xda;
const endOfImage = 0xd9;
/** Any number of these may stand before a marker. */
const fill = 0xff;

/** SOF0 to SOF15, among which three are something else: Huffman tables, an extension and arithmetic conditioning. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** A marker without a segment. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Whether the image ends after its scan began. Inside a scan the two bytes of the end cannot stand, so a file that was cut
 * off has none; behind the end cameras may put more.
 */
const endsBehind = (scan: number, { tail, size }: DocumentBytes): boolean =>
  tail.includes(endMarker, Math.max(0, scan - (size - tail.length)));

const endMarker = Buffer.from([0xff, endOfImage]);
