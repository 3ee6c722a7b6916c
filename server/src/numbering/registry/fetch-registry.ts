// Downloads a registry file. The ministry's server answers only browsers and has a certificate of the Russian national
// authority, hence the user agent and the CA file.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { NumberingProblem } from '../numbering-problem.ts'

export interface FetchOptions {
  readonly userAgent?: string | undefined
  /** PEM file with authorities that are trusted besides the usual ones, by this process from now on. */
  readonly caFile?: string | undefined
  /** Expected SHA-256 in hexadecimal; a file with another one is discarded. */
  readonly sha256?: string | undefined
  onProgress(share: number): void
}

const defaultUserAgent = 'Mozilla/5.0 (compatible; Ringkey registry import)'
/** The largest file of the registry has about 250,000 rows of at most 200 characters. */
const maxDownloadBytes = 512 * 2 ** 20
/** A server that says nothing for so long is given up. */
const maxSilenceMs = 30_000

/** `remove` removes the file. */
export async function fetchRegistryFile(address: string, options: FetchOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'ringkey-fetch-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, basename(new URL(address).pathname).replace(/[^\w.-]/g, '_') || 'registry.csv')
    const { bytes, sha256 } = await download(address, path, options)
    if (options.sha256 !== undefined && options.sha256.toLowerCase() !== sha256)
      throw new NumberingProblem(`the file's SHA-256 is ${sha256}, not what was expected`)
    return { path, bytes, sha256, remove }
  } catch (cause) {
    await remove()
    throw cause
  }
}

async function download(address: string, path: string, options: FetchOptions) {
  const abort = new AbortController()
  const silence = setTimeout(
    () => abort.abort(new Error(`no answer within ${maxSilenceMs / 1000} s`)),
    maxSilenceMs,
  )
  try {
    return await save(await request(new URL(address), options, abort.signal), path, options, () =>
      silence.refresh(),
    )
  } finally {
    clearTimeout(silence)
  }
}

async function save(response: Response, path: string, options: FetchOptions, onChunk: () => void) {
  const total = Number(response.headers.get('content-length') ?? 0)
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      onChunk()
      bytes += chunk.length
      hash.update(chunk)
      if (total > 0) options.onProgress(bytes / total)
      if (bytes > maxDownloadBytes) throw new Error('the file is too large')
      yield chunk
    }
  }
  try {
    await pipeline(response.body ?? [], counted, createWriteStream(path, { mode: 0o600 }))
  } catch (cause) {
    throw new NumberingProblem(`the download was cut off: ${(cause as Error).message}`)
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function request(
  url: URL,
  { userAgent = defaultUserAgent, caFile }: FetchOptions,
  signal: AbortSignal,
): Promise<Response> {
  if (!/^https?:$/.test(url.protocol)) throw new NumberingProblem('the address is neither http nor https')
  if (caFile !== undefined) setDefaultCACertificates([...getCACertificates(), await readFile(caFile, 'utf8')])
  // Unpacked on the way, the file would have another length and another checksum.
  const headers = { 'user-agent': userAgent, accept: 'text/csv,*/*', 'accept-encoding': 'identity' }
  const response = await fetch(url, { headers, signal }).catch((error: Error) => {
    const { message } = (error.cause ?? error) as Error
    throw new NumberingProblem(`${url.host}: ${message}`, { cause: error })
  })
  if (url.protocol === 'https:' && !response.url.startsWith('https:'))
    throw new NumberingProblem('redirected away from HTTPS')
  if (response.status !== 200) throw new NumberingProblem(`${url.host} answered HTTP ${response.status}`)
  return response
}
