import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The number of recordings kept; the oldest are deleted first. */
const maxRecordings = 20

/** Writes the received audio to a folder and returns the path. */
export function keepRecording(
  folder: string,
  { id, startedAt }: { readonly id: number; readonly startedAt: number },
  wav: Buffer,
): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const moment = new Date(startedAt).toISOString().slice(0, 19).replace(/\D/g, '')
  const file = resolve(join(folder, `call-${moment}-${id}.wav`))
  writeFileSync(file, wav, { mode: 0o600 })
  const kept = readdirSync(folder)
    .filter((name) => /^call-[\d-]+\.wav$/.test(name))
    .map((name) => ({ name, modifiedMs: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.modifiedMs - a.modifiedMs)
  for (const { name } of kept.slice(maxRecordings)) rmSync(join(folder, name), { force: true })
  return file
}
