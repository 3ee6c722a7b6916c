import type { Server } from 'node:http'
import type { CabinetDeps } from '../cabinet/deps.ts'
import { listen } from '../http/listeners.ts'

const host = '127.0.0.1'

/** The admin API: on this machine alone, and closed until a token exists. */
export function openAdmin(deps: CabinetDeps) {
  const { store, settings, log } = deps
  let server: Server | undefined
  let url = ''
  const close = async () => {
    const closing = server
    server = undefined
    url = ''
    closing?.closeAllConnections()
    await new Promise((resolve) => (closing === undefined ? resolve(null) : closing.close(resolve)))
  }
  return {
    /** "" while it is closed. */
    get url() {
      return url
    },
    /** Opens it once a token exists, and closes it when none is left. */
    async follow() {
      if (settings.RINGKEY_ADMIN_PORT === 0) return
      const isWanted = (await store.adminTokens()).length > 0
      if (!isWanted) return close()
      if (server !== undefined) return
      // Loaded at need: most installations have no token.
      const { createAdminServer } = await import('../admin/admin-app.ts')
      server = await createAdminServer(deps)
      try {
        url = `http://${host}:${await listen(server, host, settings.RINGKEY_ADMIN_PORT)}/admin/v1`
      } catch (error) {
        server = undefined
        log.error(
          { event: 'admin-closed', err: error },
          'the admin API cannot listen on its port (RINGKEY_ADMIN_PORT)',
        )
      }
    },
    close,
  }
}
