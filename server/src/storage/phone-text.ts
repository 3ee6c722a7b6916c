/** The name of a phone in memory: each character is a byte of its hash. */
export function phoneText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
}
