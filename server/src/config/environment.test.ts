import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { readEnvironment } from './environment.ts'
import { SettingError } from './setting-error.ts'

const inFolder = (text?: string) => {
  const file = join(mkdtempSync('/tmp/environment-'), '.env')
  if (text !== undefined) writeFileSync(file, text)
  return file
}

it('.env: is read in our own folder or where the flag says, below the environment, and never in the working folder', () => {
  const own = inFolder('RINGKEY_PORT=1\nPATH=planted\n')
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(join(inFolder('RINGKEY_PORT=666\n'), '..'))
  expect(readEnvironment([], own)).toMatchObject({ RINGKEY_PORT: '1', PATH: process.env.PATH })
  const named = inFolder('RINGKEY_PORT=2\n')
  expect(readEnvironment([`--env-file=${named}`], own).RINGKEY_PORT).toBe('2')
  expect(readEnvironment([], inFolder()).RINGKEY_PORT).toBeUndefined()
  expect(readEnvironment([]).RINGKEY_PORT).toBeUndefined()
  cwd.mockRestore()
})

it('.env: a file of another user, and a named one that is missing, stop with what is expected', () => {
  const own = inFolder('RINGKEY_PORT=1\n')
  // Only root can give a file away, so the test is somebody else instead.
  const uid = vi.spyOn(process, 'geteuid').mockReturnValue(4_242)
  chownSync(own, process.getuid!() || 4_243, process.getgid!())
  expect(() => readEnvironment([], own)).toThrow(/belongs to another user .*expected yours or root's/)
  uid.mockRestore()
  expect(() => readEnvironment([`--env-file=${inFolder()}`], own)).toThrow(SettingError)
})
