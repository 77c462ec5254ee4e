/** The machine cannot run as it was told to: `message` is one clear sentence for the person who started it. */
export class BadConfiguration extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'BadConfiguration';
  }
}
