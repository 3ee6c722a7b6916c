import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Guide, guideNames, pathOf, readGuide } from './guides.ts'
import { unknownAddress } from './prose.ts'
import { once, pageHeaders, representationOf, type ServedDocument } from './representation.ts'

/** A page of the documentation site: `start` is served at `/docs/start`, and as Markdown at `/docs/start.md`. */
export interface SitePage {
  readonly path: string
  readonly title: string
}

/** What `npm run build:docs` writes into `site.json` beside the files of the site. */
export interface SiteManifest {
  /** Hashes of the inline scripts, as a content security policy has them. */
  readonly scripts: readonly string[]
  readonly pages: readonly SitePage[]
}

export interface Site {
  readonly documents: readonly ServedDocument[]
  readonly pages: () => readonly SitePage[]
  /** Of the pages those that are not made of the reference. */
  readonly guides: () => readonly Guide[]
  /** With HTML. */
  readonly isBuilt: boolean
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
}

/** The files of the built site, each read when it is first requested; when it is not built, its guides as Markdown. */
export function openSite(folder: string | undefined, publicUrl: string | undefined): Site {
  const manifest = folder === undefined ? undefined : readManifest(folder)
  if (manifest === undefined) {
    const guides = once(() => guideNames().map(readGuide))
    const documents = guideNames().map((name) => servedGuide(name, publicUrl))
    return { documents, pages: guides, guides, isBuilt: false }
  }
  const headers = pageHeaders(policyOf(manifest))
  const files = readdirSync(folder!, { recursive: true, encoding: 'utf8' })
  const documents = files
    .filter((file) => types[extname(file)] !== undefined)
    .map((file) => ({
      path: `/docs/${file.replace(/(^|(?<=\/))index\.html$|\.html$/, '')}`,
      type: types[extname(file)]!,
      headers,
      content: once(() => representationOf(withAddress(readFileSync(join(folder!, file)), publicUrl))),
    }))
  const written = manifest.pages.filter(({ path }) => !/^((reference|errors|ru)\/|index$)/.test(path))
  const guidesOfSite = () =>
    written.map((page) => ({ ...page, text: readFileSync(join(folder!, `${page.path}.md`), 'utf8') }))
  return { documents, pages: () => manifest.pages, guides: guidesOfSite, isBuilt: true }
}

const servedGuide = (name: string, publicUrl: string | undefined): ServedDocument => ({
  path: `/docs/${pathOf(name)}.md`,
  type: types['.md']!,
  headers: [],
  content: once(() => representationOf(withAddress(Buffer.from(readGuide(name).text), publicUrl))),
})

function readManifest(folder: string): SiteManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Everything comes from this server. Icons of the theme are inside its styles. */
const policyOf = ({ scripts }: SiteManifest) =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Examples have the address of this service, when the operator has set it. */
function withAddress(bytes: Buffer, publicUrl: string | undefined): Buffer {
  if (publicUrl === undefined || !bytes.includes(unknownAddress)) return bytes
  return Buffer.from(bytes.toString().replaceAll(unknownAddress, publicUrl))
}
