import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importRecordings } from './phone.ts'

const assets = join(import.meta.dirname, '../../../assets/prompts/kk')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-import-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('prompts import: lists the imported pieces and those that calls leave out or take from the built-in voice', () => {
  const from = join(folder, 'package')
  cpSync(assets, from, { recursive: true })
  for (const name of ['again.wav', 'press.wav']) rmSync(join(from, name))
  const printed: string[] = []
  importRecordings({ from, language: 'kk', dataFolder: folder }, (text) => printed.push(text))
  expect(printed[0]).toBe(
    `23 recordings are in ${join(folder, 'prompts', 'kk')}; calls in "kk" use them from now on.\n`,
  )
  expect(printed[1]).toContain('joins in: again.')
  expect(printed[2]).toContain('asked by the built-in voice: press.')
})

it('prompts import: names the faulty file', () => {
  expect(() => importRecordings({ from: folder, language: 'ru', dataFolder: folder }, () => {})).toThrow(
    /lacks digits\/0, digits\/1/,
  )
})
