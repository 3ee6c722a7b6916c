import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const compressible = /\.(js|css|svg|json)$/

/** Beside every asset its compressed forms, so that the server only picks one. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      const assets = join(dir!, 'assets')
      const names = readdirSync(assets).filter((name) => compressible.test(name))
      // Side by side: one after the other they are three quarters of the build.
      const compress = async (name: string) => {
        const bytes = readFileSync(join(assets, name))
        writeFileSync(join(assets, `${name}.br`), await promisify(brotliCompress)(bytes))
        writeFileSync(join(assets, `${name}.gz`), await promisify(gzip)(bytes))
      }
      await Promise.all(names.map(compress))
    },
  }
}

/** Of 6,000 icons the file has those that `parts/icons.tsx` names. */
function usedIcons(): Plugin {
  return {
    name: 'used-icons',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('@iconify-json/tabler/icons.json')) return null
      const { icons } = JSON.parse(readFileSync(id, 'utf8'))
      const source = readFileSync(join(import.meta.dirname, 'src/parts/icons.tsx'), 'utf8')
      const used = source.matchAll(/= icon\('([a-z0-9-]+)'\)/g).map(([, name]) => [name, icons[name!]])
      return JSON.stringify({ icons: Object.fromEntries(used) })
    },
  }
}

/** The arrow of the browser's own list is a part of the Combobox, whose styles come after those of the Popover. */
const borrowed: Readonly<Record<string, readonly string[]>> = { NativeSelect: ['Popover', 'Combobox'] }

/** A component of the framework brings its own styles, after those of what it is made of: nothing loads all of them. */
function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    transform(code, id) {
      // The development server bundles the framework before plugins see it.
      if (this.environment.mode === 'dev')
        return id.endsWith('/src/main.tsx') ? `import '@mantine/core/styles.css'\n${code}` : null
      const [, file, name] = /^(.*@mantine\/core\/esm\/.*\/(\w+))\.mjs$/.exec(id) ?? []
      const styles = existsSync(`${file}.module.mjs`) ? [name!] : borrowed[name!]
      if (styles === undefined) return null
      const imports = styles.map((each) => `import '@mantine/core/styles/${each}.css'`)
      return { code: [code, ...imports].join('\n'), map: null }
    },
  }
}

/** What the entrance shares with the first page. */
const entrance =
  /components\/(Anchor|Stack|Title|Group|Input|TextInput|Paper|Skeleton)|hooks\/esm\/use-(window-event|document-title|uncontrolled)|[mM]utation|icon\.svg|src\/(frame\/(switches|texts)|api\/(use-api|answer-key)|language\/use-time-zone|parts\/(bind|text-link))/
const firstPage =
  /src\/(pages\/(overview|calls\/reasons|verifications\/(list\/(?!use-filters|found|use-export|export-file)|end-reasons|texts))|parts\/(plots|figure|conversion|state-word)|frame\/(address-query|service-of-page)|api\/first-steps|language\/destination)|core\/esm\/components\/(SimpleGrid|Combobox\/(ComboboxChevron|get-parsed))|use-disclosure|get-base-value|[iI]nfiniteQuery/

export default defineConfig({
  base: '/cabinet/',
  plugins: [react(), usedIcons(), componentStyles(), precompress()],
  build: {
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // Small files too: a strict content security policy has no data: scripts or styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    // What the entrance and the first page have is a few files, and what most other pages share is one: each of the
    // many small ones would bring a kilobyte of headers. A group takes what the groups before it have left.
    rolldownOptions: {
      // How long plugins took is nothing for a person who starts the service.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'] },
            { name: 'entry', test: entrance },
            { name: 'password', test: /PasswordInput|password-choice/ },
            { name: 'entrance', test: /src\/pages\/entrance/ },
            { name: 'first-page', test: firstPage },
            { name: 'shared', minShareCount: 20 },
          ],
        },
      },
    },
  },
})
