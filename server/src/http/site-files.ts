import { readFileSync } from 'node:fs'

/** Icons and rules for crawlers change only with a release. */
export const siteFileSeconds = 86_400

interface SiteFile {
  readonly path: string
  readonly type: string
  readonly content: string | Buffer
}

/**
 * Files that browsers and crawlers request from every site, without credentials. Keys and numbers must not be indexed.
 */
export const siteFiles: readonly SiteFile[] = [
  {
    path: '/favicon.ico',
    type: 'image/vnd.microsoft.icon',
    content: readFileSync(new URL('../../assets/favicon.ico', import.meta.url)),
  },
  { path: '/robots.txt', type: 'text/plain; charset=utf-8', content: 'User-agent: *\nDisallow: /\n' },
]
