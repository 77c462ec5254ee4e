import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate for one name, made for each run, so that the repository has no key. PEM. */
export const selfSigned = (name: string): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(Buffer.from('06082a8648ce3d040302', 'hex')); // ecdsa-with-SHA256
  const commonName = sequence(Buffer.from('0603550403', 'hex'), element(0x0c, Buffer.from(name)));
  const subject = sequence(element(0x31, commonName));
  const body = sequence(
    element(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    sequence(utcTime(Date.now() - day_ms), utcTime(Date.now() + day_ms)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(authority, alternativeName(name))),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(
    body,
    algorithm,
    element(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  const cert = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
};

const day_ms = 24 * 60 * 60 * 1000;

/** One DER element: tag, length, content. */
const element = (tag: number, content: Buffer): Buffer => {
  const length = content.length;
  const head =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};

const sequence = (...content: Buffer[]) => element(0x30, Buffer.concat(content));
const integer = (content: Buffer) => element(0x02, content);
const utcTime = (at: number) =>
  element(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const basicConstraints = Buffer.from('0603551d13', 'hex');
const isAuthority = sequence(element(0x01, Buffer.from([255])));
const authority = sequence(basicConstraints, element(0x04, isAuthority));

const alternativeName = (name: string) => {
  const names = sequence(element(0x82, Buffer.from(name)));
  return sequence(Buffer.from('0603551d11', 'hex'), element(0x04, names));
};
