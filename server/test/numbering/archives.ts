import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive as common programs write it: local headers, data, central directory, end record. */
export function zipOf(
  files: Readonly<Record<string, Uint8Array>>,
  method: 'stored' | 'deflated' = 'deflated',
): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = method === 'stored' ? Buffer.from(content) : deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800, 2) // names are UTF-8
    fields.writeUInt16LE(method === 'stored' ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    pieces.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, tail, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...pieces, central, Buffer.from('PK\x05\x06'), end])
}

/** The same with one entry whose sizes and offset have 64 bits, as in archives beyond 4 GB. */
export function zip64Of(name: string, content: Uint8Array): Buffer {
  const plain = zipOf({ [name]: content })
  const directoryAt = plain.readUInt32LE(plain.length - 6)
  const entry = Buffer.from(plain.subarray(directoryAt, plain.length - 22))
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  extra.writeBigUInt64LE(BigInt(content.length), 4)
  extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(20)), 12)
  extra.writeBigUInt64LE(0n, 20)
  entry.writeUInt16LE(extra.length, 30)
  for (const at of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, at)
  const central = Buffer.concat([entry, extra])
  const wideEnd = Buffer.alloc(56)
  wideEnd.write('PK\x06\x06', 'latin1')
  wideEnd.writeBigUInt64LE(1n, 32)
  wideEnd.writeBigUInt64LE(BigInt(central.length), 40)
  wideEnd.writeBigUInt64LE(BigInt(directoryAt), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(directoryAt + central.length), 8)
  const end = Buffer.from(plain.subarray(plain.length - 22))
  end.writeUInt16LE(0xffff, 10)
  end.writeUInt32LE(0xffffffff, 12)
  end.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([plain.subarray(0, directoryAt), central, wideEnd, locator, end])
}
