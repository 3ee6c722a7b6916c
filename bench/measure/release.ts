import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildCabinet } from '../../cabinet/build.ts'
import { stagePackages } from '../../deploy/npm/stage.ts'

let made: Promise<string> | undefined

/** The address of the command `ringkey` of a release, which is made once in a run of the bench. */
export function releasedCommand(): Promise<string> {
  made ??= makeRelease()
  return made
}

async function makeRelease(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-release-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await buildCabinet()
  const { ringkey } = await stagePackages(folder)
  return pathToFileURL(join(ringkey, 'server/bin/ringkey.js')).href
}
