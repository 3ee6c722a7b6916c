import { hash } from 'node:crypto'

export function sha256(data: string | Buffer): Buffer {
  return hash('sha256', data, 'buffer')
}

const blockBytes = 64
const digestBytes = 32
const maxMessageBytes = 64

/**
 * HMAC-SHA-256 (RFC 2104) of short ASCII texts under one key: H(K ^ opad, H(K ^ ipad, text)). Implemented here because
 * a number is found again by a thousand of them (docs/engineering/decisions/short.md).
 */
export function shortHmac(key: Buffer): (text: string) => Buffer {
  if (key.length > blockBytes) throw new RangeError(`the key has more than ${blockBytes} bytes`)
  const inner = Buffer.alloc(blockBytes + maxMessageBytes, 0x36)
  const outer = Buffer.alloc(blockBytes + digestBytes, 0x5c)
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  const innerOf = Array.from({ length: maxMessageBytes + 1 }, (_, length) =>
    inner.subarray(0, blockBytes + length),
  )
  return (text) => {
    if (text.length > maxMessageBytes)
      throw new RangeError(`the text has more than ${maxMessageBytes} characters`)
    const length = inner.write(text, blockBytes, 'latin1')
    outer.write(hash('sha256', innerOf[length]!, 'latin1'), blockBytes, 'latin1')
    // With memory of its own: a message to another thread copies all memory that a buffer shares.
    const digest = Buffer.allocUnsafeSlow(digestBytes)
    digest.write(hash('sha256', outer, 'latin1'), 'latin1')
    return digest
  }
}
