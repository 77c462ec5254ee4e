import {
  CompareFacesCommand,
  ImageTooLargeException,
  InvalidImageFormatException,
  InvalidParameterException,
  RekognitionClient,
} from '@aws-sdk/client-rekognition';
import { pictureClientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

/** Compares faces. Permissions `pictures: ['compare_faces']`. */
export type FaceComparer = {
  /**
   * How much the largest face of the first picture is like the one of the second that is most like it, 0 to 100. `no_face`:
   * one of both has none. `not_taken`: one is of another format, or too large.
   */
  compareFaces(one: Uint8Array, other: Uint8Array): Promise<number | 'no_face' | 'not_taken'>;
};

/** The largest picture of a request, in bytes, as Rekognition limits those that are not in S3. */
export const face_bytes_max = 5 * 1024 * 1024;

/** Rekognition, which keeps nothing of a comparison. */
export const rekognition = (): FaceComparer => {
  const client = bounded(new RekognitionClient(pictureClientSettings));
  return {
    compareFaces: async (one, other) => {
      const pictures = { SourceImage: { Bytes: one }, TargetImage: { Bytes: other } };
      try {
        // Without a threshold, faces that are less alike would come without their similarity.
        const answer = await client.send(
          new CompareFacesCommand({ ...pictures, SimilarityThreshold: 0 }),
        );
        const similarities = (answer.FaceMatches ?? []).map(({ Similarity = 0 }) => Similarity);
        return similarities.length > 0 ? Math.max(...similarities) : 'no_face';
      } catch (error) {
        if (error instanceof InvalidParameterException) return 'no_face';
        if (error instanceof ImageTooLargeException || error instanceof InvalidImageFormatException)
          return 'not_taken';
        throw error;
      }
    },
  };
};
