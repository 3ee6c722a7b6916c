import { StorageError } from '../storage-error.ts'
import { openSession } from './connection.ts'

/**
 * Refuses to start on half an installation, which would answer wrongly. Call it after the fingerprint was claimed
 * (move/target.ts).
 */
export async function refuseUnfinishedMove(url: string): Promise<void> {
  await using client = await openSession(url, 'start')
  const { rows } = await client.query("SELECT to_regclass('ringkey_move') IS NOT NULL AS unfinished")
  if (rows[0]?.unfinished !== true) return
  throw new StorageError(
    'An installation is being moved into this database and is not complete. ' +
      'Start "ringkey move" again on the machine where you started it: it continues where it stopped.',
  )
}
