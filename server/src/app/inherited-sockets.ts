import { SettingError } from '../config/setting-error.ts'

/** The first one of sd_listen_fds(3). */
const firstSocket = 3

/** Sockets that systemd keeps open over a restart: connections wait in them while nobody accepts. */
export interface InheritedSockets {
  readonly primary: number
  readonly secondary?: number
}

/**
 * LISTEN_FDS, unless it is meant for another process, such as the parent of this one. In a socket that nobody accepts from,
 * connections would wait forever: one too many is refused.
 */
export function inheritedSockets(
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
  secondaryPort: number,
): InheritedSockets | undefined {
  const count = Number(environment.LISTEN_FDS ?? 0)
  if (environment.LISTEN_PID !== String(pid) || !(count > 0)) return undefined
  const [most, why] =
    secondaryPort === 0
      ? [1, ', because RINGKEY_ALT_PORT is 0 and switches the secondary address off']
      : [2, '']
  if (count > most)
    throw new SettingError(
      `systemd passed ${count} sockets: expected at most ${most} ListenStream= in ringkey.socket${why}`,
    )
  return { primary: firstSocket, ...(count > 1 && { secondary: firstSocket + 1 }) }
}
