import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildElement, builtElement, elementDocument, integrityOf } from '../build.ts'

const maxBytes = 20_000

it('element: the file that installations serve is built from these sources, is small, and has its hash in the document', async () => {
  const served = readFileSync(builtElement)
  // "npm run element" builds it again.
  expect(await buildElement()).toBe(served.toString())
  expect(gzipSync(served).length).toBeLessThan(maxBytes)
  const [, written] = /integrity="([^"]+)"/.exec(readFileSync(elementDocument, 'utf8')) ?? []
  expect(written).toBe(integrityOf(served))
})
