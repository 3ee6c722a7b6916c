// An image as an archive that `docker load`, `podman load`, skopeo and umoci read: the OCI layout, with the manifest.json
// of older Dockers. A health check is Docker's extension of the OCI configuration; others ignore it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly ExposedPorts: Readonly<Record<string, object>>
  readonly Volumes: Readonly<Record<string, object>>
  readonly Labels: Readonly<Record<string, string>>
  readonly StopSignal: string
  readonly Healthcheck: { readonly Test: readonly string[] } & Readonly<Record<string, unknown>>
}

interface Image {
  readonly name: string
  readonly architecture: string
  readonly created: Date
  readonly config: ImageConfig
  /** Uncompressed tar files, the lowest first. */
  readonly layers: readonly { readonly file: string; readonly createdBy: string }[]
}

interface Blob {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Writes the archive; the folder is for its parts and is removed. */
export function writeImage(image: Image, folder: string, archive: string): void {
  rmSync(folder, { recursive: true, force: true })
  const blobs = join(folder, 'blobs/sha256')
  mkdirSync(blobs, { recursive: true })
  const put = (bytes: Uint8Array, mediaType: string): Blob => {
    const digest = sha256(bytes)
    writeFileSync(join(blobs, digest), bytes)
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length }
  }
  const putJson = (value: unknown, mediaType: string) => put(Buffer.from(JSON.stringify(value)), mediaType)

  const layers = image.layers.map(({ file, createdBy }) => {
    const bytes = readFileSync(file)
    const blob = put(gzipSync(bytes), 'application/vnd.oci.image.layer.v1.tar+gzip')
    return { blob, createdBy, diffId: `sha256:${sha256(bytes)}` }
  })
  const created = image.created.toISOString()
  const config = putJson(
    {
      created,
      architecture: image.architecture,
      os: 'linux',
      config: image.config,
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
      history: layers.map(({ createdBy }) => ({ created, created_by: createdBy })),
    },
    'application/vnd.oci.image.config.v1+json',
  )
  const manifestType = 'application/vnd.oci.image.manifest.v1+json'
  const manifest = putJson(
    { schemaVersion: 2, mediaType: manifestType, config, layers: layers.map(({ blob }) => blob) },
    manifestType,
  )
  const [, tag] = image.name.split(':')
  const annotations = {
    'io.containerd.image.name': `docker.io/library/${image.name}`,
    'org.opencontainers.image.ref.name': tag,
  }
  const index = { schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json' }
  const pathOf = ({ digest }: Blob) => `blobs/${digest.replace(':', '/')}`
  const files = {
    'oci-layout': { imageLayoutVersion: '1.0.0' },
    'index.json': { ...index, manifests: [{ ...manifest, annotations }] },
    'manifest.json': [
      { Config: pathOf(config), RepoTags: [image.name], Layers: layers.map(({ blob }) => pathOf(blob)) },
    ],
  }
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value))
  execFileSync('tar', ['-cf', archive, '-C', folder, ...Object.keys(files), 'blobs'])
  rmSync(folder, { recursive: true })
}

/** Files of a folder as a layer, owned by root whoever builds it. */
export function writeLayer(folder: string, file: string, at: Date): void {
  execFileSync('tar', [...ownedBy(0, at), '-cf', file, '-C', folder, '.'])
}

/** Adds an empty folder that belongs to the user of the image. */
export function addOwnFolder(layer: string, path: string, owner: number, at: Date, scratch: string): void {
  mkdirSync(join(scratch, path), { recursive: true, mode: 0o700 })
  execFileSync('tar', [...ownedBy(owner, at), '-rf', layer, '-C', scratch, `./${path}`])
}

function ownedBy(id: number, at: Date): string[] {
  const seconds = Math.floor(at.getTime() / 1000)
  return [
    '--numeric-owner',
    `--owner=${id}`,
    `--group=${id}`,
    '--sort=name',
    `--mtime=@${seconds}`,
    '--format=gnu',
  ]
}
