// The build takes the framework's styles by the names of its components: none that is used may be missing.

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { buildCabinet } from '../../../cabinet/build.ts'

const assets = fileURLToPath(new URL('../../../cabinet/dist/assets', import.meta.url))
const cabinet = createRequire(new URL('../../../cabinet/package.json', import.meta.url))
const styles = join(dirname(cabinet.resolve('@mantine/core/styles.css')), 'styles')

it('cabinet styles: contain every component that the pages use', async () => {
  await buildCabinet()
  const built = (ending: string) =>
    readdirSync(assets)
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(assets, name), 'utf8'))
      .join('\n')
  const [scripts, sheets] = [built('.js'), built('.css')]
  const used = readdirSync(styles)
    .filter((name) => !name.includes('layer'))
    .map((name) => ({ name, classes: classesOf(readFileSync(join(styles, name), 'utf8')) }))
    .filter(({ classes }) => classes.some((each) => scripts.includes(each)))
  expect(used.length).toBeGreaterThan(20)
  const missing = used.filter(({ classes }) => !classes.some((each) => sheets.includes(each)))
  expect(missing.map(({ name }) => name)).toEqual([])
})

function classesOf(css: string): string[] {
  return [...css.matchAll(/\.(m_[0-9a-f]+)/g)].map(([, name]) => name!)
}
