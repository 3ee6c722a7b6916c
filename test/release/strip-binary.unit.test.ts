import { expect, it } from 'vitest'
import { stripBinary } from '../../deploy/strip-binary.ts'

interface Section {
  readonly name: string
  readonly isLoaded: boolean
  readonly bytes: string
}

/** A program of these sections behind a header, with the table of sections at its end. */
function programOf(sections: readonly Section[]): Buffer {
  const header = Buffer.alloc(64)
  header.write('\x7fELF\x02\x01', 'latin1')
  const names = Buffer.from(`\0${sections.map(({ name }) => `${name}\0`).join('')}`)
  let end = header.length
  const entries = sections.map(({ name, isLoaded, bytes }) => {
    const entry = Buffer.alloc(64)
    entry.writeUInt32LE(names.indexOf(name))
    entry.writeBigUInt64LE(isLoaded ? 2n : 0n, 8)
    entry.writeBigUInt64LE(BigInt(end), 24)
    const size = name === '.shstrtab' ? names.length : bytes.length
    entry.writeBigUInt64LE(BigInt(size), 32)
    end += size
    return entry
  })
  header.writeBigUInt64LE(BigInt(end), 40)
  header.writeUInt16LE(entries.length + 1, 60)
  header.writeUInt16LE(entries.length, 62)
  const contents = sections.map(({ name, bytes }) => (name === '.shstrtab' ? names : Buffer.from(bytes)))
  return Buffer.concat([header, ...contents, Buffer.alloc(64), ...entries])
}

function sectionsOf(program: Buffer): object {
  const table = Number(program.readBigUInt64LE(40))
  const entries = Array.from({ length: program.readUInt16LE(60) }, (_, index) =>
    program.subarray(table + index * 64, table + (index + 1) * 64),
  )
  const contentOf = (entry: Buffer) => {
    const offset = Number(entry.readBigUInt64LE(24))
    return program.toString('latin1', offset, offset + Number(entry.readBigUInt64LE(32)))
  }
  const names = contentOf(entries[program.readUInt16LE(62)]!)
  const nameOf = (entry: Buffer) => names.slice(entry.readUInt32LE(0)).split('\0')[0]!
  return Object.fromEntries(entries.slice(1).map((entry) => [nameOf(entry), contentOf(entry)]))
}

const text = { name: '.text', isLoaded: true, bytes: 'code' }
const symbols = { name: '.symtab', isLoaded: false, bytes: 'symbols'.repeat(9) }
const names = { name: '.shstrtab', isLoaded: false, bytes: '' }

it('release: a program loses its symbols, and keeps what is loaded and the names of that', () => {
  const program = programOf([text, symbols, names])
  const stripped = stripBinary(program)
  expect(sectionsOf(program)).toHaveProperty(['.symtab'], symbols.bytes)
  expect(sectionsOf(stripped)).toEqual({ '.text': 'code', '.shstrtab': '\0.text\0.symtab\0.shstrtab\0' })
  expect(stripped.subarray(0, 40)).toEqual(program.subarray(0, 40))
  expect(stripped.length).toBeLessThan(program.length)
})

it('release: a program whose loaded sections are not together is refused, and so is what is no program', () => {
  expect(() => stripBinary(programOf([symbols, text, names]))).toThrow('stands behind one that is not')
  expect(() => stripBinary(Buffer.alloc(64))).toThrow('64-bit, little-endian Linux')
})
