// The table of log events in docs/observe.md against the events that the code can log.
import { expect, it } from 'vitest'
import { logEvents } from '../../server/src/platform/log-events.ts'
import { readText, sourceFiles } from './source-tree.ts'

const [, section = ''] = readText('docs/observe.md').split(/^## Logs$/m)
const listed = [...section.split(/^## /m)[0]!.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name!)

it('docs/observe.md: lists every log event once, in the order of the code', () => {
  expect(listed).toEqual([...logEvents])
})

it('log events: each one is used by the code', () => {
  const code = sourceFiles()
    .filter(({ path }) => path.startsWith('server/src/') && !path.endsWith('.test.ts'))
    .map((file) => file.code)
    .join('\n')
  const unused = logEvents.filter(
    (event) => !new RegExp(`event: '${event}'|'${event}': '|alarm\\('${event}'`).test(code),
  )
  expect(unused).toEqual([])
})
