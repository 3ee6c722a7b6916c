// `node test/peers/tools/client-types.ts` makes the types of @ringkey/client from the description of /v2.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeV2 } from '../../../server/src/http/v2/describe.ts'
import { v2Methods } from '../../../server/src/http/v2/methods.ts'
import { runTool } from './run-tool.ts'

export const clientTypesFile = join(import.meta.dirname, '../../../clients/typescript/src/schemas.ts')

const head = `// biome-ignore-all format: made by openapi-typescript
// biome-ignore-all lint: made by openapi-typescript
// Made from the schemas of /openapi-v2.json by "node test/peers/tools/client-types.ts".
`

/** The schemas alone: the methods of the client are written by hand. */
export async function clientTypes(): Promise<string> {
  const { components } = JSON.parse(JSON.stringify(describeV2(v2Methods)))
  const isOfOperation = (name: string) => /.Problem$/.test(name)
  const all = Object.entries<object>(components.schemas)
  const codes = all.filter(([name]) => isOfOperation(name)).flatMap(([, schema]) => enumerated(schema))
  const schemas = {
    ...Object.fromEntries(all.filter(([name]) => !isOfOperation(name))),
    ProblemCode: { enum: [...new Set(codes)].toSorted() },
  }
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-types-'))
  try {
    const described = {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: {},
      components: { schemas },
    }
    writeFileSync(join(folder, 'v2.json'), JSON.stringify(described))
    const made = join(folder, 'schemas.ts')
    await runTool('openapi-typescript', [join(folder, 'v2.json'), '-o', made, '--default-non-nullable=false'])
    return head + readFileSync(made, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Every enumerated text of a schema. */
function enumerated(schema: object): string[] {
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'enum'
      ? (value as string[])
      : typeof value === 'object' && value !== null
        ? enumerated(value)
        : [],
  )
}

if (import.meta.main) writeFileSync(clientTypesFile, await clientTypes())
