import { createHash } from 'node:crypto'
import { createReadStream, realpathSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { nodeBinaries, packageOfBinary } from '../../platform/node-binaries.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

/** The file has 114 MB or more: in chunks of the usual size most of the time would go into making them. */
const chunkBytes = 4 * 2 ** 20

/** Checks that the running Node is the binary whose checksum is in the release. */
export async function checkNode(execPath: string, version: string): Promise<CheckResult> {
  const file = realpathSync(execPath)
  const bundled = packageOfBinary(file)
  if (bundled === undefined || nodeBinaries.sha256[bundled] === undefined) {
    return warn(
      'node',
      `${version} from ${file}, which is not the Node that Ringkey ships with: its checksum is not known`,
      'Compare it with nodejs.org (docs/supply-chain.md), or start with the one in node_modules/.bin.',
    )
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: chunkBytes }), hash)
  return [nodeBinaries.sha256[bundled], nodeBinaries.stripped[bundled]].includes(hash.digest('hex'))
    ? ok('node', `${version}, and ${bundled} has the checksum of the release`)
    : fail(
        'node',
        `${file} is not the binary that this release was made with`,
        'Stop the service and install it again. If it stays so, trust nothing that it ran.',
      )
}
