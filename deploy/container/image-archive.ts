// An image as an archive that `docker load`, `podman load`, skopeo and umoci read: the OCI layout, with the manifest.json
// of older Dockers. The archive with several architectures is for registries (`skopeo copy --all`). A health check is Docker's extension of the OCI configuration; others ignore it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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

interface Manifest extends Blob {
  readonly platform: { readonly architecture: string; readonly os: string }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const indexType = 'application/vnd.oci.image.index.v1+json'
const manifestType = 'application/vnd.oci.image.manifest.v1+json'

/** Writes the archive of one architecture; its blobs stay in the folder, for the index. */
export function writeImage(image: Image, folder: string, archive: string): Manifest {
  const layers = image.layers.map(({ file, createdBy }) => {
    // Not the zlib of Node, which is the faster one of Chromium: its files are 2 % larger.
    const packed = execFileSync('gzip', ['-9', '-n', '-c', file], { maxBuffer: 2 ** 30 })
    const blob = put(folder, packed, 'application/vnd.oci.image.layer.v1.tar+gzip')
    return { blob, createdBy, diffId: `sha256:${sha256(readFileSync(file))}` }
  })
  const created = image.created.toISOString()
  const platform = { architecture: image.architecture, os: 'linux' }
  const config = putJson(
    folder,
    {
      created,
      ...platform,
      config: image.config,
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
      history: layers.map(({ createdBy }) => ({ created, created_by: createdBy })),
    },
    'application/vnd.oci.image.config.v1+json',
  )
  const blobs = layers.map(({ blob }) => blob)
  const manifest = {
    ...putJson(folder, { schemaVersion: 2, mediaType: manifestType, config, layers: blobs }, manifestType),
    platform,
  }
  const forDocker = [{ Config: pathOf(config), RepoTags: [image.name], Layers: blobs.map(pathOf) }]
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(forDocker))
  writeLayout(image.name, manifest, folder)
  pack(folder, archive, ['manifest.json', ...[manifest, config, ...blobs].map(pathOf)])
  return manifest
}

/** Writes the archive of all images of the folder, under one name. */
export function writeIndex(
  name: string,
  manifests: readonly Manifest[],
  folder: string,
  archive: string,
): void {
  writeLayout(name, putJson(folder, { schemaVersion: 2, mediaType: indexType, manifests }, indexType), folder)
  pack(folder, archive, ['blobs'])
}

function writeLayout(name: string, content: Blob, folder: string): void {
  const [, tag] = name.split(':')
  const annotations = {
    'io.containerd.image.name': `docker.io/library/${name}`,
    'org.opencontainers.image.ref.name': tag,
  }
  const index = { schemaVersion: 2, mediaType: indexType, manifests: [{ ...content, annotations }] }
  writeFileSync(join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index))
}

function pack(folder: string, archive: string, files: readonly string[]): void {
  execFileSync('tar', ['-cf', archive, '-C', folder, 'oci-layout', 'index.json', ...files])
}

function put(folder: string, bytes: Uint8Array, mediaType: string): Blob {
  const blob = { mediaType, digest: `sha256:${sha256(bytes)}`, size: bytes.length }
  const file = join(folder, pathOf(blob))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return blob
}

function putJson(folder: string, value: unknown, mediaType: string): Blob {
  return put(folder, Buffer.from(JSON.stringify(value)), mediaType)
}

const pathOf = ({ digest }: Blob) => `blobs/${digest.replace(':', '/')}`

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
