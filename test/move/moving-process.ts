// `ringkey move` as a process of small pieces, so that a kill finds it in the middle: FOLDER URL FINGERPRINT.
import { join } from 'node:path'
import { moveToPostgres } from '../../server/src/storage/move/move.ts'

const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }

const [folder, url, fingerprint] = process.argv.slice(2) as [string, string, string]
const moved = await moveToPostgres({
  folder,
  databaseFile: join(folder, 'ringkey.db'),
  lockFile: join(folder, 'service.lock'),
  url,
  numberLimits: { ...everywhere, everywhere },
  fingerprint,
  anew: false,
  rowsPerPiece: 20,
  now: () => 1,
  onProgress: () => {},
  isLeft: () => false,
})
process.stdout.write(JSON.stringify({ kind: moved.kind }))
