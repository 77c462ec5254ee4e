import { builtIn } from '../../lib/function-bundles.ts';

/** Offers the texts that bundles have built in. Each is printed when a handler first reads it: most tests call none that does. */
export const offerBuiltIn = (): void => {
  for (const [name, print] of Object.entries(builtIn)) {
    let text: string | undefined;
    const get = () => {
      text ??= print();
      return text;
    };
    Object.defineProperty(globalThis, name, { get, configurable: true });
  }
};
