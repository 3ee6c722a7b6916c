import type { Sql } from '../sql.ts'

export async function takeLease(
  sql: Sql,
  lease: { name: string; holder: string; now: number; endsAt: number },
): Promise<boolean> {
  const taken = await sql.run(
    `INSERT INTO leases VALUES ($1, $2, $4)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
     WHERE leases.holder = excluded.holder OR leases.ends_at <= $3`,
    lease.name,
    lease.holder,
    lease.now,
    lease.endsAt,
  )
  return taken === 1
}

export async function dropLease(sql: Sql, lease: { name: string; holder: string }): Promise<void> {
  await sql.run('DELETE FROM leases WHERE name = $1 AND holder = $2', lease.name, lease.holder)
}
