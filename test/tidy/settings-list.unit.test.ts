// The table of settings in docs/settings.md against the settings themselves: it says that what is not in it has no effect.
import { expect, it } from 'vitest'
import { settingTable } from '../../server/src/config/settings.ts'
import { readText } from './source-tree.ts'

const [, section = ''] = readText('docs/settings.md').split(/^## Settings of the process$/m)
const listed = section
  .split(/^## /m)[0]!
  .split('\n')
  .flatMap((line) => [...(/^\| (.+?) \|/.exec(line)?.[1] ?? '').matchAll(/`((?:RINGKEY|OTEL)_[A-Z_]+)`/g)])
  .map(([, name]) => name!)

it('docs/settings.md: lists every setting once, and nothing else', () => {
  expect(listed.toSorted()).toEqual(Object.keys(settingTable).toSorted())
})
