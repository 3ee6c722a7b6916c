// Downloads a registry file. The ministry's server answers only browsers and has a certificate of the Russian national
// authority, hence the user agent and the CA file.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getCACertificates } from 'node:tls'
import { NumberingProblem } from '../numbering-problem.ts'

export interface FetchOptions {
  readonly userAgent?: string | undefined
  /** PEM file with authorities that are trusted besides the usual ones, for this download only. */
  readonly caFile?: string | undefined
  /** Expected SHA-256 in hexadecimal; a file with another one is discarded. */
  readonly sha256?: string | undefined
  onProgress(share: number): void
}

const defaultUserAgent = 'Mozilla/5.0 (compatible; Ringkey registry import)'
/** The largest file of the registry has about 250,000 rows of at most 200 characters. */
const maxDownloadBytes = 512 * 2 ** 20
const maxRedirects = 3
/** The download ends when nothing was received for this long. */
const silenceMs = 30_000

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
  const response = await follow(address, options)
  const total = Number(response.headers['content-length'] ?? 0)
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      hash.update(chunk)
      if (total > 0) options.onProgress(bytes / total)
      done(bytes > maxDownloadBytes ? new NumberingProblem('the file is too large') : null, chunk)
    },
  })
  try {
    await pipeline(response, count, createWriteStream(path, { mode: 0o600 }))
  } catch (cause) {
    throw new NumberingProblem(`the download was cut off: ${(cause as Error).message}`)
  }
  if (total > 0 && bytes !== total) throw new NumberingProblem('the download was cut off')
  return { bytes, sha256: hash.digest('hex') }
}

async function follow(address: string, options: FetchOptions): Promise<IncomingMessage> {
  const ca =
    options.caFile === undefined
      ? undefined
      : [...getCACertificates(), await readFile(options.caFile, 'utf8')]
  let url = new URL(address)
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await request(url, options.userAgent ?? defaultUserAgent, ca)
    const status = response.statusCode ?? 0
    if (status === 200) return response
    response.destroy()
    if (status < 300 || status > 399 || response.headers.location === undefined)
      throw new NumberingProblem(`${url.host} answered HTTP ${status}`)
    const next = new URL(response.headers.location, url)
    if (url.protocol === 'https:' && next.protocol !== 'https:')
      throw new NumberingProblem('redirected away from HTTPS')
    url = next
  }
  throw new NumberingProblem('redirected too often')
}

function request(url: URL, userAgent: string, ca: string[] | undefined): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new NumberingProblem('the address is neither http nor https')
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': userAgent, accept: 'text/csv,application/zip,*/*' }
    const asked =
      url.protocol === 'https:'
        ? getSecure(url, { headers, ...(ca === undefined ? {} : { ca }) }, resolve)
        : getPlain(url, { headers }, resolve)
    asked.setTimeout(silenceMs, () => asked.destroy(new Error('no data for 30 s')))
    asked.on('error', (cause) => reject(new NumberingProblem(`${url.host}: ${cause.message}`, { cause })))
  })
}
