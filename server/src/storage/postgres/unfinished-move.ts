import pg from 'pg'
import { StorageError } from '../storage-error.ts'

/** Half an installation answers wrong. To be asked after the fingerprint was claimed: see move/target.ts. */
export async function refuseUnfinishedMove(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ringkey start' })
  try {
    await client.connect()
    const { rows } = await client.query("SELECT to_regclass('ringkey_move') IS NOT NULL AS unfinished")
    if (rows[0]?.unfinished === true) {
      throw new StorageError(
        'An installation is being moved into this database and is not complete. ' +
          'Start "ringkey move" again where it was started: it goes on where it was.',
      )
    }
  } finally {
    await client.end().catch(() => {})
  }
}
