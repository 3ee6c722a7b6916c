// `npm run types` makes the types of @ringkey/client from the schemas of /openapi-v2.json.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeV2 } from '../server/src/http/v2/describe.ts'
import { v2Methods } from '../server/src/http/v2/methods.ts'

export const clientTypesFile = join(import.meta.dirname, '../clients/typescript/src/schemas.ts')

/** What our schemas use of JSON Schema. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly description?: string
  readonly default?: unknown
}

const head = `// biome-ignore-all format: made by "npm run types"
// Made from the schemas of /openapi-v2.json by "npm run types".

export interface Schemas `

/** The schemas alone: the methods of the client are written by hand. */
export function clientTypes(): string {
  const { components } = JSON.parse(JSON.stringify(describeV2(v2Methods)))
  const isOfOperation = (name: string) => /.Problem$/.test(name)
  const all = Object.entries<Schema>(components.schemas)
  const codes = all.filter(([name]) => isOfOperation(name)).flatMap(([, schema]) => enumerated(schema))
  const schemas = {
    ...Object.fromEntries(all.filter(([name]) => !isOfOperation(name))),
    ProblemCode: { enum: [...new Set(codes)].toSorted() },
  }
  return `${head}${membersOf({ properties: schemas, required: Object.keys(schemas) }, '')}\n`
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, anyOf, type, items, patternProperties: pattern } = schema
  if ($ref !== undefined) return `Schemas['${$ref.split('/').at(-1)}']`
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, indent)).join(' | ')
  const values = 'const' in schema ? [schema.const] : schema.enum
  if (values !== undefined) return values.map(literal).join(' | ')
  if (items !== undefined) {
    const each = typeOf(items, indent)
    return each.includes(' | ') ? `(${each})[]` : `${each}[]`
  }
  if (schema.properties !== undefined) return membersOf(schema, indent)
  if (type === 'object')
    return `{ [name: string]: ${pattern ? typeOf(Object.values(pattern)[0]!, indent) : 'unknown'} }`
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}

function membersOf({ properties = {}, required = [] }: Schema, outer: string): string {
  const indent = `${outer}  `
  const members = Object.entries(properties).map(([name, member]) => {
    const more = member.default === undefined ? '' : ` By default ${JSON.stringify(member.default)}.`
    const comment = member.description === undefined ? '' : `${indent}/** ${member.description}${more} */\n`
    return `${comment}${indent}${name}${required.includes(name) ? '' : '?'}: ${typeOf(member, indent)}\n`
  })
  return `{\n${members.join('')}${outer}}`
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

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

if (import.meta.main) writeFileSync(clientTypesFile, clientTypes())
