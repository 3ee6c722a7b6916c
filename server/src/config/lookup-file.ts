import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { SettingError } from './setting-error.ts'

const path = Type.String({ minLength: 1 })

const schema = Type.Object(
  {
    /** `{phone}` is replaced by the digits of the number. */
    url: Type.String({ pattern: '^https?://[^ ]*[{]phone[}][^ ]*$' }),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** Where the answer says what, such as `result.operator`. */
    operator: Type.Optional(path),
    mnc: Type.Optional(path),
    ported: Type.Optional(path),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 50, maximum: 10_000 })),
  },
  { additionalProperties: false },
)

/** The look-up service that RINGKEY_LOOKUP_FILE describes. */
export function readLookupFile(file: string): Static<typeof schema> {
  const refuse = (why: string): never => {
    throw new SettingError(`RINGKEY_LOOKUP_FILE is ${JSON.stringify(file)}: expected ${why}`)
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // A syntax error would quote the file, which may hold a password.
    const { code = 'no JSON' } = error as NodeJS.ErrnoException
    return refuse(`a readable JSON file (${code})`)
  }
  if (Value.Check(schema, content)) return content
  const wrong = Value.Errors(schema, content).map(({ instancePath }) => instancePath.slice(1) || 'an object')
  return refuse(
    `"url" with {phone} in it, and perhaps "headers", "operator", "mnc", "ported" and "timeoutMs" (50 to 10000); ` +
      `wrong: ${[...new Set(wrong)].join(', ')}`,
  )
}
