import { join } from 'node:path'

/** sockaddr_un holds 108 bytes with the closing zero on Linux, 104 on macOS. */
const longestPath = 103

/** Where the running service is reached by commands about the demo phone. */
export function phoneSocket(dataFolder: string): string {
  return join(dataFolder, 'phone.sock')
}

export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= longestPath
}
