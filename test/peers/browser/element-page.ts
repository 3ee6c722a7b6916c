import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { elementDocument } from '../../../element/build.ts'

const [, example] = /```html\n([\s\S]*?)```/.exec(readFileSync(elementDocument, 'utf8'))!

/** The page of docs/integrate/element.md, on another origin than the installation and under a strict content policy. */
export async function serveElementPage(installation: string) {
  const policy = `default-src 'none'; script-src ${installation}; connect-src ${installation}; form-action 'self'; require-trusted-types-for 'script'`
  let written = ''
  const server = createServer((_, response) => {
    response.setHeader('Content-Security-Policy', policy)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(written)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    write(token: string, lang: string, dir: string) {
      written = example!
        .replaceAll('https://ringkey.example', installation)
        .replace('CLIENT_TOKEN', token)
        .replace('lang="en"', `lang="${lang}" dir="${dir}"`)
    },
    close: () => void server.close(),
  }
}

/** For the page before its scripts: keeps the events of the element in `seenEvents`. */
export const keepEvents = `
  globalThis.seenEvents = []
  for (const type of ['approved', 'failed', 'expired']) addEventListener(type, () => seenEvents.push(type))
`
