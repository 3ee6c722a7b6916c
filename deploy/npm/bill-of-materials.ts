// What a release is made of, for scanners of known faults and for lawyers: CycloneDX 1.5.
import { version } from '../../server/src/platform/version.ts'
import { type LockedPackages, lockedTree } from './locked-tree.ts'

/** `names` are the packages that the release needs directly. */
export function billOfMaterials(packages: LockedPackages, names: readonly string[]): object {
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
  return {
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
}
