import { type TSchema, Type } from 'typebox'
import * as answers from './answers.ts'

/** The fields of profile `ucaller`, beside the fields that they repeat. */
const names = {
  vendor_id: 'ucaller_id',
  first_vendor_id: 'first_ucaller_id',
  repeated_vendor_ids: 'repeated_ucaller_ids',
} as const

/** The public service writes `provider` in Latin letters ("Beeline"). These networks have nearly all Russian mobile numbers. */
const latinProviders: Readonly<Record<string, string>> = {
  МТС: 'MTS',
  МегаФон: 'MegaFon',
  Билайн: 'Beeline',
  Ростелеком: 'Rostelecom',
}

export function ucallerProvider(provider: string): string {
  return latinProviders[provider] ?? provider
}

/** An answer that strict readers of either name can parse. */
export function withUcallerNames(answer: object): object {
  if (!('vendor_id' in answer)) return answer
  const named: Record<string, unknown> = { ...answer }
  for (const [name, other] of Object.entries(names)) if (name in named) named[other] = named[name]
  return named
}

interface ObjectSchema extends TSchema {
  readonly properties: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
}

/** The answer of a method in profile `ucaller`, with both names. */
export function ucallerSchema(answer: TSchema): TSchema {
  const { properties, required = [] } = answer as ObjectSchema
  const added = Object.entries(names).flatMap(([name, other]) => {
    const field = properties[name]
    if (field === undefined) return []
    const same = { ...field, description: `The same as \`${name}\`.` }
    return [[other, required.includes(name) ? same : Type.Optional(same)] as const]
  })
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      required.includes(name) ? field : Type.Optional(field),
    ]),
  )
  const status = answer === answers.started ? { status: bareFailure } : {}
  return Type.Object({ ...fields, ...status, ...Object.fromEntries(added) })
}

const bareFailure = Type.Boolean({
  description: 'False for the test number that fails, where the service is switched to it.',
})
