import { readFileSync } from 'node:fs'

/** Icons and rules for crawlers change with a release at most. */
export const siteFileSeconds = 86_400

interface SiteFile {
  readonly path: string
  readonly type: string
  readonly content: string | Buffer
}

/** What browsers and crawlers ask of every site, without credentials. Keys and numbers do not belong in an index. */
export const siteFiles: readonly SiteFile[] = [
  {
    path: '/favicon.ico',
    type: 'image/vnd.microsoft.icon',
    content: readFileSync(new URL('../../assets/favicon.ico', import.meta.url)),
  },
  { path: '/robots.txt', type: 'text/plain; charset=utf-8', content: 'User-agent: *\nDisallow: /\n' },
]
