// What a release is made of, for scanners of known faults and for lawyers: CycloneDX 1.5.
import { createHash } from 'node:crypto'
import { version } from '../../server/src/platform/version.ts'
import { type LockedPackages, lockedTree } from './locked-tree.ts'

export interface BillOfMaterials {
  readonly serialNumber: string
  readonly components: readonly object[]
}

/** `names` are the packages that the release needs directly. */
export function billOfMaterials(packages: LockedPackages, names: readonly string[]): BillOfMaterials {
  const components = Object.entries(lockedTree(packages, names)).map(([path, locked]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const [algorithm, sum] = locked.integrity!.split(/-(.*)/)
    const purl = `pkg:npm/${name.replace('@', '%40')}@${locked.version}`
    return {
      type: 'library',
      'bom-ref': `${purl}?at=${encodeURIComponent(path)}`,
      name,
      version: locked.version,
      purl,
      hashes: [
        {
          alg: algorithm!.replace('sha', 'SHA-'),
          content: Buffer.from(sum!, 'base64').toString('hex'),
        },
      ],
      licenses: [{ expression: locked.license ?? 'NOASSERTION' }],
    }
  })
  return numbered(components)
}

/** With the packages of Debian in the image, as `dpkg-deb --field` tells them. */
export function billOfImage({ components }: BillOfMaterials, debian: readonly string[]): BillOfMaterials {
  const libraries = debian.map((fields) => {
    const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(fields)![1]!
    const [name, version] = [of('Package'), of('Version')]
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${of('Architecture')}&distro=debian-12`
    return { type: 'library', 'bom-ref': purl, name, version, purl }
  })
  return numbered([...components, ...libraries])
}

function numbered(components: readonly object[]): BillOfMaterials {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: 'ringkey',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
  }
  return { ...bill, serialNumber: uuidOf(JSON.stringify(bill)) }
}

/** Of the content (RFC 9562 5.8), because the same release is the same bytes wherever it is built. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return `urn:uuid:${bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`
}
