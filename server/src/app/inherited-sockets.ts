/** The first one of sd_listen_fds(3). */
const firstSocket = 3

/** Sockets that systemd keeps open over a restart: connections wait in them while nobody accepts. */
export interface InheritedSockets {
  readonly primary: number
  readonly secondary?: number
}

/** LISTEN_FDS, unless it is meant for another process, such as the parent of this one. */
export function inheritedSockets(
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
): InheritedSockets | undefined {
  const count = Number(environment.LISTEN_FDS ?? 0)
  if (environment.LISTEN_PID !== String(pid) || !(count > 0)) return undefined
  return { primary: firstSocket, ...(count > 1 && { secondary: firstSocket + 1 }) }
}
