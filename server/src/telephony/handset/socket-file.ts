import { join } from 'node:path'

/** sockaddr_un holds 108 bytes including the terminating zero on Linux, 104 on macOS. */
const longestPath = 103

/** The socket through which commands about the demo phone reach the running service. */
export function phoneSocket(dataFolder: string): string {
  return join(dataFolder, 'phone.sock')
}

export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= longestPath
}
